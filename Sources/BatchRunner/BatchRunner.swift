/// The job.
package enum BatchRunner {}

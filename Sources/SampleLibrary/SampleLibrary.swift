/// The embedded catalogue and the server that lends it.
package enum SampleLibrary {}

/// Doubles and servers for tests.
package enum HTTPTestSupport {}

/// The version of the programs, as `version`, the control socket and the User-Agent tell it.
package let notifierVersion = "0.1.0"

package eval

// SafetyFile is for tests outside of the package: extract, which they use, imports
// it.
var SafetyFile = safetyFile

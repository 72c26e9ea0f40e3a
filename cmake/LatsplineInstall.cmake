# filled in with the package files

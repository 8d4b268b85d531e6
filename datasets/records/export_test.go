package records

// Extensions returns how many extensions were passed over.
func (s *Scanner) Extensions() int { return s.extensions }

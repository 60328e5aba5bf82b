// Against the mirror on purpose: there is no solver/lost.

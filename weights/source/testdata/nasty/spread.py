"""Halves in two tables: mg_pawn = [1, 2]."""
'''and pawn_eg = [9]'''
mg_mobility = (-10, 0,
               10, 20,)  # half a term
eg_mobility = [-5, 5, 15, 2_500]
half = 7 // 2

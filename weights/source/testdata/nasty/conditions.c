#ifndef EVAL_H
#define EVAL_H
#ifdef TUNE
int bishop_pair = 30;
#else
const int bishop_pair = 30;
#endif
#if 0
const int tempo = 99;
#else
const int tempo = 12;
#endif
#endif

/* Which columns of a matrix can stand alone, tried in an order. */
#ifndef RIGID_CORE_INDEPENDENT_H
#define RIGID_CORE_INDEPENDENT_H

/* Of the columns order[0 .. tried - 1], from 0, of a count x width matrix, row after row, those that none before them span: their numbers into kept,
   count of them at most; how many there are. directions: room for count x count numbers. */
int rigid_independent_columns(int count, int width, const double *matrix, int tried, const int *order, int *kept, double *directions);

#endif

static int table[8] = {
		 10,	-20,	30,
		  0,	  5,	 -5,
		100,	  1
};
int	tempo	=	20;

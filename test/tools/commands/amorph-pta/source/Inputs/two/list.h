struct node { struct node *next; int *value; };
void push(struct node **head, int *value);

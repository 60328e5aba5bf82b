/* CHOLMOD, which orders matrices with METIS_NodeND and METIS_ComputeVertexSeparator: factorises a 2D Laplacian, solves,
 * and has its residual and CHOLMOD's own checks of the permutation and the factor decide. */
#include <dlfcn.h>
#include <stdio.h>
#include <suitesparse/cholmod.h>

enum { side = 150, n = side * side };

static cholmod_sparse* laplacian(cholmod_common* c) {
  cholmod_triplet* t = cholmod_allocate_triplet(n, n, 3 * n, 1, CHOLMOD_REAL, c);
  int* i = t->i;
  int* j = t->j;
  double* x = t->x;
  size_t m = 0;
  for (int v = 0; v < n; ++v) {
    i[m] = j[m] = v, x[m++] = 4.01;
    if (v % side != 0) i[m] = v - 1, j[m] = v, x[m++] = -1;
    if (v >= side) i[m] = v - side, j[m] = v, x[m++] = -1;
  }
  t->nnz = m;
  cholmod_sparse* a = cholmod_triplet_to_sparse(t, m, c);
  cholmod_free_triplet(&t, c);
  return a;
}

static int solve(cholmod_common* c, cholmod_sparse* a, int ordering, const char* name) {
  c->nmethods = 1;
  c->method[0].ordering = ordering;
  c->postorder = 1;
  cholmod_factor* l = cholmod_analyze(a, c);
  if (l == NULL || c->status != CHOLMOD_OK || l->ordering != ordering) {
    printf("%s: analysis ended with %d, ordering %d\n", name, c->status, l == NULL ? -1 : l->ordering);
    return 1;
  }
  const int permuted = cholmod_check_perm(l->Perm, n, n, c);
  cholmod_factorize(a, l, c);
  const int sound = cholmod_check_factor(l, c);
  cholmod_dense* b = cholmod_ones(n, 1, CHOLMOD_REAL, c);
  cholmod_dense* x = cholmod_solve(CHOLMOD_A, l, b, c);
  double one[2] = {1, 0}, minus[2] = {-1, 0};
  cholmod_sdmult(a, 0, minus, one, x, b, c);
  const double residual = cholmod_norm_dense(b, 0, c);
  printf("%s: %.0f entries in the factor, residual %.1e\n", name, c->lnz, residual);
  cholmod_free_factor(&l, c);
  cholmod_free_dense(&x, c);
  cholmod_free_dense(&b, c);
  /* natural order fills 3.4 million entries; nested dissection less than a third of it */
  return !(permuted && sound && residual < 1e-10 && c->lnz < 1.1e6);
}

int main(void) {
  if (dlsym(RTLD_DEFAULT, "amorph_metis_version") == NULL) {
    printf("METIS is not Amorph's here\n");
    return 1;
  }
  cholmod_common c;
  cholmod_start(&c);
  cholmod_sparse* a = laplacian(&c);
  const int failed =
      solve(&c, a, CHOLMOD_METIS, "METIS_NodeND") + solve(&c, a, CHOLMOD_NESDIS, "METIS_ComputeVertexSeparator");
  cholmod_free_sparse(&a, &c);
  cholmod_finish(&c);
  return failed;
}

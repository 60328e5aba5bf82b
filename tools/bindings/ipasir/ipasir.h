/* IPASIR, the interface of incremental SAT solvers (T. Balyo, A. Biere, M. Iser, C. Sinz, "SAT Race 2015", Artificial
 * Intelligence 241, 2016), as libamorph_ipasir.so has it. Literals are those of DIMACS files: v or -v for variable v.
 * Variables may have any numbers: gaps take no memory.
 *
 * A solver is used by one thread at a time; several solvers may be used concurrently. Out of memory, and a literal that
 * is INT_MIN, end the program with a line on the standard error output, since these functions have no error codes. */
#ifndef AMORPH_IPASIR_H
#define AMORPH_IPASIR_H

#if defined(__GNUC__)
#define IPASIR_API __attribute__((visibility("default")))
#else
#define IPASIR_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The name and version of the solver. */
IPASIR_API const char* ipasir_signature(void);

/* A new solver without clauses, and the end of one. */
IPASIR_API void* ipasir_init(void);
IPASIR_API void ipasir_release(void* solver);

/* Adds a literal to the open clause; 0 closes it. */
IPASIR_API void ipasir_add(void* solver, int lit_or_zero);

/* Assumes that the literal is true, for the next ipasir_solve() alone. */
IPASIR_API void ipasir_assume(void* solver, int lit);

/* 10: satisfiable, 20: unsatisfiable, 0: ended by the callback of ipasir_set_terminate(). A model is verified against
 * all clauses before 10 is returned. */
IPASIR_API int ipasir_solve(void* solver);

/* After 10: `lit` if the literal is true in the model, else `-lit`. */
IPASIR_API int ipasir_val(void* solver, int lit);

/* After 20: 1 if the assumption is among those that the answer needs, else 0. The answer holds for the clauses and the
 * assumptions with 1 alone; they need not be a minimal set. */
IPASIR_API int ipasir_failed(void* solver, int lit);

/* `terminate` is called often during ipasir_solve(), from the same thread, and ends it by a nonzero value; NULL: no
 * callback. */
IPASIR_API void ipasir_set_terminate(void* solver, void* state, int (*terminate)(void* state));

/* `learn` gets each learned clause of at most max_length literals, which ends with 0; NULL: no callback. */
IPASIR_API void ipasir_set_learn(void* solver, void* state, int max_length, void (*learn)(void* state, int* clause));

#ifdef __cplusplus
}
#endif

#endif

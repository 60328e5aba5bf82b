/* What a program is linked with where METIS's library is not at hand: its name and its symbols, and answers that no
 * test takes for right. At run time libamorph_metis.so stands in its place. */
#define STUB(name) \
  int name(void) { return -99; }
STUB(METIS_PartGraphKway)
STUB(METIS_PartGraphRecursive)
STUB(METIS_MeshToDual)
STUB(METIS_MeshToNodal)
STUB(METIS_PartMeshDual)
STUB(METIS_PartMeshNodal)
STUB(METIS_NodeND)
STUB(METIS_NodeNDP)
STUB(METIS_ComputeVertexSeparator)
STUB(METIS_NodeRefine)
STUB(METIS_SetDefaultOptions)
STUB(METIS_SETDEFAULTOPTIONS)
STUB(METIS_Free)
STUB(metis_partgraphkway_)
STUB(metis_nodend__)
const char* amorph_metis_version(void) { return "(stub)"; }

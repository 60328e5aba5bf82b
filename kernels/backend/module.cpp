// Placeholder until the loader is written.
namespace amorph {}

// The two parts of the benchmark, each printed as it is measured. Both throw std::runtime_error if what is
// ours fails or says something wrong; a peer that does is named, and left out.
#pragma once

#include "measure.hpp"
#include "peer.hpp"

#include <istream>
#include <vector>

namespace bench {

/// Incident reports of 1, 10 and 100 KB, and what their schema takes to compile.
void incident_tables(const std::vector<peer_program>& peers, const effort& how);

/// Texts of the 20 schemas that the rule chooses out of JSONSchemaBench, read one a line.
void corpus_table(std::istream& schemas, std::vector<peer_program> peers, const effort& how);

}  // namespace bench

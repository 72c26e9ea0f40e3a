#include <gtest/gtest.h>

#include <fstream>

#include "latspline/base/error.h"
#include "latspline/basis/spline_space.h"

namespace latspline {
namespace {

SplineSpace parse(const std::string& text) { return parse_space(text, "test.json"); }

struct Refusal {
  const char* text;
  const char* part;  ///< of the message
};

TEST(ParseSpace, NamesWhatIsWrong) {
  for (
      const Refusal& refusal :
      {Refusal{"{", "test.json: not JSON"},
       Refusal{"[]", "the spec is []"},
       Refusal{R"({"basis": {"b_spline": 1}})", "lattice is missing"},
       Refusal{R"({"lattice": "z2"})", "basis is missing"},
       Refusal{R"({"lattice": "zz", "basis": {"b_spline": 1}})", R"(lattice is "zz")"},
       Refusal{R"({"lattice": "z2", "basis": {"b_spline": 1}, "lettice": 1})", R"(unknown key "lettice")"},
       Refusal{R"({"lattice": "z2", "basis": {"b_spline": -1}})", "basis.b_spline is -1; a degree from 0 to 9"},
       Refusal{R"({"lattice": "z2", "basis": {"b_spline": 10}})", "basis.b_spline is 10"},
       Refusal{R"({"lattice": "z2", "basis": {"b_spline": 1.5}})", "basis.b_spline is 1.5"},
       Refusal{R"({"lattice": "bcc", "basis": {"b_spline": 1}})", "determinant 4"},
       Refusal{R"({"lattice": "z2", "basis": {}})", "exactly one of the keys"},
       Refusal{R"({"lattice": "z2", "basis": {"box": [[1,0],[1]]}})", "basis.box[1] is [1]"},
       Refusal{R"({"lattice": "z2", "basis": {"box": [[1,0,0]]}})", "2 entries"},
       Refusal{R"({"lattice": "z2", "basis": {"box": [[1,0.5],[0,1]]}})", "basis.box[0][1] is 0.5"},
       Refusal{R"({"lattice": "z2", "basis": {"box": [[1,"x"],[0,1]]}})", R"(basis.box[0][1] is "x")"},
       Refusal{R"({"lattice": "z2", "basis": {"box": [[1,1e400],[0,1]]}})", "not JSON"},
       Refusal{R"({"lattice": {"matrix": [[1,0],[2,0]]}, "basis": {"b_spline": 1}})", "singular"},
       Refusal{R"({"lattice": {"matrix": [[1,0],[0,1]], "frame": [[1,0],[2,0]]}, "basis": {"b_spline": 1}})",
               "lattice.frame"},
       Refusal{R"({"lattice": "z2", "basis": {"b_spline": 1}, "center": [0]})", "center is [0]"},
       Refusal{R"({"lattice": "z2", "basis": {"b_spline": 1}, "region": "square"})", "region is"},
       Refusal{R"({"lattice": "z2", "basis": {"b_spline": 1}, "region": {"parallelepiped": [[2,0],[0,1]]}})",
               "generate the lattice"},
       Refusal{
           R"({"lattice": "bcc", "basis": {"box": [[1,1,1]]}, "region": {"parallelepiped": [[1,0,0],[0,1,0],[0,0,1]]}})",
           "span"}}) {
    try {
      parse(refusal.text);
      ADD_FAILURE() << "accepted: " << refusal.text;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(refusal.part), std::string::npos)
          << error.what() << "\nexpected: " << refusal.part;
    }
  }
}

std::string pieces_error(const std::string& pieces) {
  try {
    parse(R"({"lattice": "z2", "basis": {"pieces": )" + pieces + "}}");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ParseSpace, ReadsPieces) {
  const SplineSpace space = parse(R"({"lattice": "z2", "basis": {"pieces": [
    {"vertices": [[0,0],["1/2",0],[0,"1/2"],["1/2","1/2"]], "polynomial": "2 - x0"},
    {"inequalities": [[-1,0,0],[0,1,0],[0,-1,"-1/2"],[1,0,"-1/2"]], "polynomial": [["3/2",[1,2]],[1,[0,0]]]}]}})");
  ASSERT_NE(space.basis.piecewise_polynomial(), nullptr);
  EXPECT_EQ(space.basis.piecewise_polynomial()->pieces()[1].polynomial, Polynomial::parse(2, "1 + 3/2*x0*x1^2"));
  EXPECT_EQ(space.basis.piecewise_polynomial()->pieces()[1].polytope.volume(), Rational(1, 4));
}

TEST(ParseSpace, SaysWhatIsWrongWithPieces) {
  const std::pair<const char*, const char*> cases[] = {
      {"[]", "a list of pieces"},
      {"\"no-such-file.json\"", "a file that can be read"},
      {"[{\"polynomial\": \"1\"}]", "one of vertices and inequalities"},
      {"[{\"vertices\": [[0,0],[1,1],[2,2]], \"polynomial\": \"1\"}]", "flat"},
      {"[{\"vertices\": [[0,0],[2,0],[0,2],[2,2],[1,1]], \"polynomial\": \"1\"}]", "(1 1) is no vertex"},
      {"[{\"vertices\": [[0],[1]], \"polynomial\": \"1\"}]", "2 coordinates"},
      {"[{\"inequalities\": [[1,0,0],[-1,0,1]], \"polynomial\": \"1\"}]", "basis.pieces[0]"},
      {"[{\"inequalities\": [[1,0,0]], \"polynomial\": \"1\"}]", "unbounded"},
      {"[{\"vertices\": [[0,0],[1,0],[0,1]], \"polynomial\": \"1 + z\"}]", "basis.pieces[0]"},
      {"[{\"vertices\": [[0,0],[1,0],[0,1]], \"polynomial\": [[1,[0]]]}]", "2 exponents"},
      {"[{\"vertices\": [[0,0],[1,0],[0,1]], \"polynomial\": [[0.5,[0,0]]]}]", "an integer or a string"},
      {"[{\"vertices\": [[0,0],[1,0],[0,1]], \"polynomial\": \"1\"}, {\"vertices\": [[0,0],[1,0],[0,1]], "
       "\"polynomial\": \"1\"}]",
       "pieces 0 and 1 overlap"}};
  for (const auto& [text, expected] : cases) {
    const std::string error = pieces_error(text);
    EXPECT_NE(error.find("test.json"), std::string::npos) << text << ": " << error;
    EXPECT_NE(error.find(expected), std::string::npos) << text << ": " << error;
  }
}

TEST(ParseSpace, ReadsACosetMatrix) {
  const std::string linear = R"({"lattice": "z2", "basis": {"b_spline": 1}, "coset_matrix": )";
  const SplineSpace space = parse(linear + R"([[2,1],[0,2]], "region": {"parallelepiped": [[2,0],[1,2]]}})");
  EXPECT_EQ(space.coset_matrix, Matrix::from_rows(std::vector<IntVector>{{2, 1}, {0, 2}}));
  EXPECT_EQ(space.rounding_lattice().determinant(), Rational(4));
  EXPECT_EQ(space.lattice.determinant(), Rational(1));
  for (const char* bad : {"[[1,1],[1,1]]", "[[1,0]]", R"([["1/2",0],[0,2]])", "[[2,0,0],[0,2,0]]", "7"})
    EXPECT_THROW(parse(linear + bad + "}"), InputError) << bad;
  // The region must tile under the coarser lattice.
  EXPECT_THROW(parse(linear + R"([[2,1],[0,2]], "region": {"parallelepiped": [[1,0],[0,1]]}})"), InputError);
}

TEST(ParseSpace, ReadsAllItsParts) {
  const SplineSpace space = parse(R"({"lattice": {"matrix": [[1,-1],[1,1]], "frame": [[1, 0.5],[0, 0.8]]},
    "basis": {"box": [[2,0],["0","4/2"],["-1/2",1]]}, "region": {"parallelepiped": [[1,1],[-1,1]]}, "center": ["1/2", -3]})");
  EXPECT_EQ(space.lattice.matrix(), Matrix::from_rows(std::vector<IntVector>{{1, -1}, {1, 1}}));
  EXPECT_EQ(space.frame[0][1], 0.5);
  EXPECT_EQ(space.basis.box_spline()->directions(), (std::vector<Vector>{{2, 0}, {0, 2}, {Rational(-1, 2), 1}}));
  EXPECT_EQ(space.parallelepiped, (std::vector<IntVector>{{1, 1}, {-1, 1}}));
  EXPECT_EQ(space.center, (Vector{Rational(1, 2), -3}));
}

TEST(SpaceIdentity, IsThatOfLatticeAndBasis) {
  const auto identity = [](const char* matrix, const char* box) {
    return parse(std::string(R"({"lattice": {"matrix": )") + matrix + R"(}, "basis": {"box": )" + box + "}}")
        .identity();
  };
  const std::uint64_t expected = identity("[[1,0],[0,1]]", "[[1,0],[0,1],[1,1]]");
  EXPECT_EQ(expected, identity("[[2,1],[7,4]]", "[[-1,-1],[1,0],[0,-1]]")) << "other generators, signs and order";
  EXPECT_NE(expected, identity("[[1,0],[0,1]]", "[[1,0],[0,1],[1,-1]]"));
  EXPECT_NE(expected, identity("[[1,-1],[1,1]]", "[[1,0],[0,1],[1,1]]"));
  EXPECT_NE(expected, identity("[[1,0],[0,1]]", "[[1,0],[0,1],[1,1],[1,1]]"));
}

TEST(LoadSpace, FindsNamesFilesAndText) {
  EXPECT_EQ(load_space("z2/zp").identity(),
            load_space(R"({"lattice": "z2", "basis": {"box": [[0,1],[1,0],[1,1],[1,-1]]}})").identity());
  const std::string path = testing::TempDir() + "latspline_parse_space_test.json";
  std::ofstream(path) << R"({"lattice": "z1", "basis": {"b_spline": 3}})";
  EXPECT_EQ(load_space(path).identity(), catalog_space("z1/cubic").identity());
  std::remove(path.c_str());
  EXPECT_THROW(load_space(path), InputError);
}

TEST(SpaceCatalog, EveryEntryIsASpace) {
  EXPECT_GE(catalog().size(), 40u);
  for (const CatalogEntry& entry : catalog()) {
    const SplineSpace space = catalog_space(entry.name);
    EXPECT_EQ(space.name, entry.name);
    EXPECT_EQ(space.basis.dimension(), space.lattice.dimension()) << entry.name;
    EXPECT_TRUE(entry.name.starts_with(space.lattice_name + "/"));
    EXPECT_FALSE(entry.description.empty());
  }
}

TEST(SpaceCatalog, SuggestsANearName) {
  try {
    catalog_space("bcc/rdodec-quintik");
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean \"bcc/rdodec-quintic\""), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace latspline

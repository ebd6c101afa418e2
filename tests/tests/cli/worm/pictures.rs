//! Pictures of plans: what is on them, and how large they are.

use super::super::{Folder, meshcast, parsed};

/// The picture that a command draws.
fn picture(line: &str) -> String {
    let folder = Folder::new();
    let svg = folder.path("plan.svg");
    let graph = folder.file("ring.edges", "0 1\n1 2\n2 3\n3 4\n4 5\n5 0\n1 4\n");
    let paths = if line.contains("{}") { vec![&*graph, &*svg] } else { vec![&*svg] };
    meshcast(&format!("worm plan {line} --svg {{}}"), &paths).well();
    std::fs::read_to_string(&svg).expect("the picture is written")
}

/// Width and height.
fn size(picture: &str) -> [f64; 2] {
    ["width", "height"].map(|name| {
        let (_, rest) = picture.split_once(&format!(" {name}=\"")).expect("a size");
        rest.split('"').next().expect("it ends").parse().expect("a number")
    })
}

const FIG_2: &str = "--mesh 8x8 --source 2,5 --destinations 1,6;2,6;1,7;2,3;5,2;1,2;0,2;6,1";

#[test]
fn a_picture_says_what_it_shows() {
    let picture = picture(&format!("{FIG_2} --scheme otms --ports free --grouping ppg"));
    assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "));
    let title =
        "<title id=\"title\">otms by ppg on the 8x8 mesh: from 2,5 to 8 destinations</title>";
    assert!(picture.contains(title), "{picture}");
    assert!(
        picture.contains(
            "<desc id=\"description\">worm 1 stage 1, from 2,5, 1 channel, 1 destination; worm 2 "
        ),
        "{picture}"
    );
    for role in [">source<", ">leader<", ">destination<", ">x₁<", ">x₂<"] {
        assert!(picture.contains(role), "{role} {picture}");
    }
    assert!(!picture.contains("1 channels"), "{picture}");
}

#[test]
fn every_worm_has_a_line_arrows_and_its_number_twice() {
    let folder = Folder::new();
    let svg = folder.path("plan.svg");
    let line = format!("worm plan {FIG_2} --scheme otms --ports free --svg {{}} --format json");
    let result = parsed(&meshcast(&line, &[&svg]).well());
    let picture = std::fs::read_to_string(&svg).expect("the picture is written");
    let paths = result["paths"].as_array().expect("a list of paths");
    for number in 1..=paths.len() {
        let badges = picture.lines().filter(|line| line.contains("font-size=\"9\""));
        let own = badges.filter(|line| line.ends_with(&format!(">{number}</text>")));
        assert_eq!(own.count(), 2, "{number}: on its way and in the legend");
    }
    let hops: usize =
        paths.iter().map(|path| path["length"].as_u64().expect("a number") as usize).sum();
    let first_to_destination =
        paths.iter().filter(|path| path["nodes"][1] == path["destinations"][0]).count();
    let arrows = hops - paths.len() + first_to_destination;
    assert_eq!(
        picture.matches("<polygon").count(),
        arrows,
        "an arrow a hop, but where the number is"
    );
    assert_eq!(
        picture.matches("<title>").count(),
        9,
        "a name for every destination and the source"
    );
}

#[test]
fn pictures_are_cropped_to_what_is_drawn() {
    let short = picture("--mesh 64x64 --source 30,30 --destinations 31,30 --scheme dual-path");
    let [width, height] = size(&short);
    // Four columns and three rows, and the legend below.
    assert!(width < 450.0 && height < 260.0, "{width} x {height}");
    for number in [29, 30, 31, 32] {
        assert!(
            short.contains(&format!(">{number}</text>")),
            "coordinates around the path: {short}"
        );
    }
    assert!(!short.contains(">28</text>") && !short.contains(">33</text>"), "{short}");
    let [whole, _] =
        size(&picture("--mesh 64x64 --source 0,0 --destinations 63,63 --scheme dual-path"));
    assert!(whole > 63.0 * 44.0, "{whole}");
}

#[test]
fn every_network_is_drawn() {
    for (line, node, text) in [
        ("--torus 6x6 --source 0,0 --destinations 5,0;5,5;3,3 --scheme ocms", "5,5", "5"),
        ("--torus 7 --source 0 --destinations 6;3 --scheme ocms", "6", "6"),
        (
            "--hypercube 4 --source 0,0,0,0 --destinations 1,1,1,1;0,1,0,1 --scheme ocms",
            "1,1,1,1",
            "1,1,1,1",
        ),
        ("--mesh 4x4x4 --source 0,0,0 --destinations 3,3,3;1,2,3 --scheme ocms", "1,2,3", "1,2,3"),
        ("--mesh 9 --source 0 --destinations 7 --scheme dual-path", "7", "7"),
        ("--graph {} --source 0 --destinations 3;5 --scheme dual-path", "3", "3"),
    ] {
        let picture = picture(line);
        assert!(picture.contains(&format!("<title>{node}</title>")), "{line}");
        assert!(picture.contains(&format!(">{text}</text>")), "{line}");
        assert!(picture.ends_with("</svg>\n"));
    }
}

/// Node (1, 0) is where the second worm begins and the first ends.
#[test]
fn a_source_that_is_a_destination_has_a_mark_of_both() {
    let folder = Folder::new();
    let worms = r#"{"worms":[{"path":[[0,0],[1,0]],"destinations":[[1,0]]},{"path":[[1,0],[1,1]],"destinations":[[1,1]]}]}"#;
    let (file, svg) = (folder.file("chain.json", worms), folder.path("chain.svg"));
    meshcast("worm plan --mesh 2x2 --paths {} --svg {}", &[&file, &svg]).well();
    let picture = std::fs::read_to_string(&svg).expect("the picture is written");
    for role in [">source<", ">destination<", ">source and destination<"] {
        assert!(picture.contains(role), "{role} {picture}");
    }
    assert!(!picture.contains(">leader<") && picture.contains("<title>1,0</title>"), "{picture}");
}

#[test]
fn what_has_too_many_nodes_is_not_drawn() {
    let line = "worm plan --mesh 1024x1024 --source 0,0 --destinations 1023,1023 --scheme dual-path --svg {}";
    let folder = Folder::new();
    let svg = folder.path("plan.svg");
    assert_eq!(
        meshcast(line, &[&svg]).refused(),
        "--svg: expected at most 524288 nodes and channels to draw around the paths, found 5242880 on the 1024x1024 mesh"
    );
    assert!(folder.names().is_empty());
}

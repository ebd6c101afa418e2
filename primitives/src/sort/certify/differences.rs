//! The exact worst differences of ones between columns and between slices, for every merge of many plans.

use std::collections::BTreeMap;

use super::super::{Hop, Merge, Phase, Plan};
use super::{ORDERS, shape};

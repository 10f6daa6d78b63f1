// What `waystone report` and `waystone package diff --html` put into report.html: one JSON document, in the place of the
// line REPORT_DATA. In it every "<" is written as the escape \u003c, so that no text of a map can end the script element.
// All messages are those of proto/waystone/v1 as proto3 JSON, unless it says otherwise.
import type {DescribeMapResponse, DescribeWorldResponse, Fix, Position} from '../api/messages';

export interface ReportDocument {
  // What the report is of, for the heading: "town.waymap".
  title: string;
  // The program that wrote it: "waystone 0.4.0".
  writer: string;
  // At least one, in the order in which they are listed.
  maps: ReportMap[];
  // The packages that were compared, by their file names; the maps are the newer one's. Absent if it is no comparison.
  compared?: {older: string; newer: string};
  // The first page of DescribeWorld with all portals; absent if the report is of one package.
  world?: DescribeWorldResponse;
}

export interface ReportMap {
  description: DescribeMapResponse;
  // What GetSurface answers for the first variant, part by part, packed (client/report/packed_answers.h) and in base64. Places are
  // rounded to a millimetre, of more than 100,000 polygons to 8 mm.
  surfaceParts: string[];
  // What GetSkeleton answers, packed in the same manner; empty if the map has no skeleton.
  skeletonParts: string[];
  // Figures of the bake, as they are to be read: {"name": "Polygons", "value": "2,312"}.
  figures: ReportFigure[];
  // What is wrong or absurd, and islands; of a comparison only what changed. The most important first.
  findings: ReportFinding[];
}

export interface ReportFigure {
  name: string;
  value: string;
}

export type ChangeKind = 'lost' | 'gained' | 'moved' | 'removed' | 'added' | 'unreachable';

export interface ReportFinding {
  // warning: the bake is doubtful; island: ground that is cut off; the others: differences of two packages, the last three of names.
  // unreachable: a new name of a place that cannot be reached.
  kind: 'warning' | 'island' | ChangeKind;
  // For a person.
  sentence: string;
  // `--fail-on` of the comparison asked that this should not be. Absent: no.
  fails?: boolean;
  // Where it is; absent if it is about the whole map. [m]
  at?: Position;
  // Ground that was lost or gained: x, y, z of the middle of each square in turn, and their side. [m]
  squaresXyz?: number[];
  squareM?: number;
  // Ids of an island's polygons, to be coloured.
  polys?: number[];
  // What would join an island to the next ground on the way to the main ground; or lost ground that is still there to that: the nearest first.
  fixes?: Fix[];
  // Where that next ground is an island, too: its finding's index. Absent: it is the main ground.
  nextFinding?: number;
}

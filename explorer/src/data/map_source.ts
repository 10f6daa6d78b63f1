// Where the page has its maps from: a server, or the report that the page itself is. Both give the same.
import type {DescribeMapResponse, MapSummary, WorldMap, WorldPortal} from '../api/messages';
import type {SurfacePart, Vec3} from '../map/surface';

export interface Skeleton {
  // x, y, z of each key point in turn, absolute.
  xyz: Float64Array;
  // Ids of the key points at both ends of each arc, and how the arc is travelled (SkeletonArcKind).
  arcFrom: number[];
  arcTo: number[];
  arcKinds: string[];
}

export interface World {
  maps: WorldMap[];
  portals: WorldPortal[];
}

export interface SurfaceChoice {
  mapId: string;
  profile: string;
  abilities: string[];
}

export interface MapSource {
  // There is a server to ask for routes and the like.
  readonly hasServer: boolean;
  // A line about it for the reader: the server's version, or what the report is of.
  about(): Promise<string>;
  listMaps(): Promise<MapSummary[]>;
  describeMap(mapId: string): Promise<DescribeMapResponse>;
  // Calls `take` for one part of the surface after another, with the map's origin.
  loadSurface(choice: SurfaceChoice, signal: AbortSignal, take: (part: SurfacePart, origin: Vec3) => void): Promise<void>;
  loadSkeleton(choice: SurfaceChoice, signal: AbortSignal): Promise<Skeleton>;
  // Undefined if there is no world.
  loadWorld(): Promise<World | undefined>;
}

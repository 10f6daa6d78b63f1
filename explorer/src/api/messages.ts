// The messages of proto/waystone/v1 that the page uses, as proto3 JSON has them: lowerCamelCase names, enums by name,
// 64-bit integers as strings, and default values left out. Units and limits stand at the fields of the protos.

export interface Position {mapId?: string; x?: number; y?: number; z?: number}
export interface Location {position?: Position; namedPlace?: {mapId?: string; name: string}}
export interface Agent {profile?: string; abilities?: string[]; minClearanceM?: number}
export interface PointList {originX?: number; originY?: number; originZ?: number; localXyz?: number[]; xyz?: number[]}
export interface MapGeneration {mapId?: string; generation?: string}
export interface Box {center?: Position; halfXM?: number; halfYM?: number; halfZM?: number; yawDeg?: number}
export interface Cylinder {base?: Position; radiusM?: number; heightM?: number}
export interface Prism {cornersXz?: number[]; minY?: number; maxY?: number}

export interface MapSummary {
  mapId?: string; surface?: string; generation?: string; packageBytes?: string; min?: Position; max?: Position; damage?: string;
}
export interface ListMapsResponse {maps?: MapSummary[]; nextPageToken?: string}
export interface AreaType {index?: number; name?: string}
export interface MapVariant {
  profile?: string; radiusM?: number; heightM?: number; maxClimbM?: number; maxSlopeDeg?: number; abilities?: string[];
  surfaceSize?: string; areaM2?: number;
}
export interface DescribedPlace {name?: string; position?: Position}
export interface DoorVolume {prism?: Prism; cylinder?: Cylinder}
export interface DescribedDoor {
  name?: string; isClosed?: boolean; volumes?: DoorVolume[]; links?: string[]; linkEndsXyz?: number[]; areas?: number[]; rects?: number[];
}
export interface DescribeMapResponse {
  summary?: MapSummary; origin?: Position; strategyReason?: string; areas?: AreaType[]; variants?: MapVariant[];
  sourceName?: string; sourceSha256?: string; bakerVersion?: string; places?: DescribedPlace[]; doors?: string[];
  costProfiles?: string[]; gridColumns?: number; gridRows?: number; gridCellM?: number;
  describedDoors?: DescribedDoor[]; gridCorner?: Position; abilities?: string[];
}
export interface DescribeServerResponse {version?: string; maps?: number; worldGeneration?: string; packageBytes?: string}

export interface WorldMap {mapId?: string; available?: boolean; missing?: string}
export interface WorldPortal {
  name?: string; from?: Position; to?: Position; costM?: number; kind?: string; money?: number; ticket?: string;
  requirement?: string; group?: string; trigger?: Box;
}
export interface WorldTraveller {profile?: string; abilities?: string[]}
export interface DescribeWorldResponse {
  worldGeneration?: string; maps?: WorldMap[]; portals?: WorldPortal[]; nextPageToken?: string; travellers?: WorldTraveller[];
  places?: DescribedPlace[];
}

export interface Obstacle {box?: Box; cylinder?: Cylinder; prism?: Prism; mode?: string}
export interface AreaCost {area: string; factor?: number; excluded?: boolean}
export interface MapChanges {
  mapId?: string; closedDoors?: string[]; openedDoors?: string[]; obstacles?: Obstacle[]; areaCosts?: AreaCost[];
  costProfile?: string;
}
export interface Changes {maps?: MapChanges[]; closedPortals?: string[]}

export interface ExplorationGoal {
  order?: string; coverage?: number; searchBudgetMs?: number; walkers?: number; returnToStart?: boolean; sightRadiusM?: number;
}
export interface PlanRouteRequest {
  start: Location; goals?: Location[]; via?: Location[]; exploration?: ExplorationGoal; agent?: Agent; changes?: Changes;
  limits?: {maxExpansions?: number; maxLengthM?: number; method?: string; completeOnly?: boolean};
  detail?: {alternatives?: number; explain?: boolean; shape?: string; maxTrace?: number};
  portals?: {mode?: string; money?: number; metRequirements?: string[]; tickets?: {name: string; count: number}[]};
}
export interface PortalUse {kind?: string; toMapIndex?: number; money?: number; ticket?: string; requirement?: string}
export interface RouteLeg {
  kind?: string; mapIndex?: number; firstPoint?: number; pointCount?: number; lengthM?: number; costM?: number;
  externalId?: string; portal?: PortalUse;
}
export interface Route {
  points?: PointList[]; legs?: RouteLeg[]; lengthM?: number; planeLengthM?: number; costM?: number; gapM?: number;
  keyPoints?: number[]; costRatio?: number;
}
export interface ExplorationReport {
  end?: string; coverage?: number; groundCoverage?: number; lowerBoundM?: number; reachableKeyPoints?: number; keyPoints?: number;
}
export interface PlanRouteResponse {
  status?: string; reason?: string; explanation?: string; routes?: Route[]; startSnapM?: number; goalSnapM?: number;
  goalIndex?: number; method?: string; basis?: string; expansions?: number; maps?: MapGeneration[];
  exploration?: ExplorationReport; blockingChanges?: {field?: string; name?: string}[]; surface?: string; fixes?: Fix[];
  trace?: {places?: PointList; isCut?: boolean};
}

// What would have to change so that a place could be reached.
export interface Fix {
  kind?: string; at?: Position; to?: Position; measure?: number; limit?: number; unit?: string; name?: string; field?: string;
  abilities?: string[]; withNext?: boolean; sentence?: string;
}

export interface PlaceRules {
  region?: {prism?: Prism}; reachability?: string; anchorXyz?: number[]; clearanceM?: number;
  spacing?: {betweenM?: number; fromExistingM?: number; existingXyz?: number[]; metric?: string};
}
export interface PlaceResourceRequest {
  mapId: string; agent?: Agent; scatter?: {count: number; seed?: string}; audit?: {xyz: number[]; suggest?: boolean; explain?: boolean};
  rules?: PlaceRules; changes?: Changes;
}
export interface PlaceResourceResponse {
  status?: string; points?: PointList; verdicts?: string[]; suggestions?: string[];
  rejections?: {reason?: string; count?: string}[]; basis?: string; explanations?: {index?: number; fixes?: Fix[]}[];
}

export interface ValidateMoveRequest {
  from?: Position; to?: Position; track?: {mapId?: string; xyz: number[]; timeS?: number[]}; agent?: Agent;
  allowances?: {maxSpeedMps?: number}; corrections?: string[]; fromTimeS?: number; toTimeS?: number; explain?: boolean; changes?: Changes;
}
export interface MoveViolation {
  kind?: string; check?: string; sample?: number; measured?: number; allowed?: number; at?: Position; lastGood?: Position;
  walkXyz?: number[]; explanation?: string; fixes?: Fix[];
}
export interface MoveCorrection {kind?: string; position?: Position; distanceM?: number; walkM?: number}
export interface ValidateMoveResponse {
  verdict?: string; violations?: MoveViolation[]; firstBadSample?: number; corrections?: MoveCorrection[]; end?: Position;
  checksMade?: string[]; rule?: string; isUnproven?: boolean;
}

export interface ReachRequest {
  mapId: string; startXyz: number[]; maxCostM: number; agent?: Agent; cellM?: number; maxCells?: number; contourCostsM?: number[];
  changes?: Changes;
}
export interface ReachContour {costM?: number; points?: PointList; pointCounts?: number[]}
export interface ReachResponse {
  places?: PointList; costM?: number[]; starts?: number[]; cellM?: number; contours?: ReachContour[];
  startStates?: {position?: Position}[]; knownToM?: number; expansions?: string; surface?: string;
}

// 'ROUTE_STATUS_GOAL_OFF_MESH' with the prefix 'ROUTE_STATUS_' is 'goal off mesh'; an absent value is the enum's zero.
export function plainName(value: string | undefined, prefix: string): string {
  return value === undefined ? '' : value.replace(prefix, '').toLowerCase().replaceAll('_', ' ');
}

// What a question is asked with besides who walks: ground painted shut, doors, costs of ground, portals. They belong to the page,
// so that all views ask about the same world.
import {readClosures, toldClosures, toObstacle, writeClosures, type Closure} from './closures';
import {writeNames, type Link} from './link';
import type {AreaCost, Changes, DescribedDoor, MapChanges, PlanRouteRequest} from '../api/messages';

export interface MapConditions {
  closures: Closure[];
  // Doors that stand otherwise than the bake has them.
  closedDoors: Set<string>;
  openedDoors: Set<string>;
  costProfile: string;
  // [factor of the length, 0 closes it] By the area's name.
  areaCosts: Map<string, number>;
}

export interface PortalConditions {
  closed: string[];
  metRequirements: string[];
  money: number;
}

// The names that a link may have for a map and its world.
export interface KnownNames {
  doors: readonly string[];
  areas: readonly string[];
  costProfiles: readonly string[];
  portals: readonly string[];
  requirements: readonly string[];
}

// [names] More are counted.
const kNamesTold = 4;
// As the API has it.
const kMostFactor = 1000;

function noneOnMap(): MapConditions { return {closures: [], closedDoors: new Set(), openedDoors: new Set(), costProfile: '', areaCosts: new Map()}; }
function noneOnPortals(): PortalConditions { return {closed: [], metRequirements: [], money: 0}; }

export class Conditions {
  portals = noneOnPortals();
  private readonly maps = new Map<string, MapConditions>();

  of(mapId: string): MapConditions {
    let found = this.maps.get(mapId);
    if (!found) this.maps.set(mapId, found = noneOnMap());
    return found;
  }

  clear(): void {
    this.maps.clear();
    this.portals = noneOnPortals();
  }

  isDoorClosed(mapId: string, {name = '', isClosed = false}: DescribedDoor): boolean {
    const {closedDoors, openedDoors} = this.of(mapId);
    return isClosed ? !openedDoors.has(name) : closedDoors.has(name);
  }

  toggleDoor(mapId: string, {name = '', isClosed = false}: DescribedDoor): void {
    const {closedDoors, openedDoors} = this.of(mapId), doors = isClosed ? openedDoors : closedDoors;
    if (!doors.delete(name)) doors.add(name);
  }

  // Ground costs more or less than its length.
  isWeighted(mapId: string): boolean {
    const {costProfile, areaCosts} = this.of(mapId);
    return costProfile !== '' || [...areaCosts.values()].some((factor) => factor !== 1);
  }

  // For a request about one map.
  forMap(mapId: string): {changes?: Changes} {
    const changes = mapChanges(this.of(mapId));
    return changes ? {changes: {maps: [{mapId, ...changes}]}} : {};
  }

  // For a route that has its ends on these maps. Over several it may lead over any, and portals matter.
  forRoute(endMaps: readonly string[]): Pick<PlanRouteRequest, 'changes' | 'portals'> {
    if (endMaps.length === 1) return this.forMap(endMaps[0]);
    const maps = [...this.maps].flatMap(([mapId, of]): MapChanges[] => {
      const changes = mapChanges(of);
      return changes ? [{mapId, ...changes}] : [];
    });
    const {closed, metRequirements, money} = this.portals;
    return {
      ...((maps.length > 0 || closed.length > 0) &&
          {changes: {...(maps.length > 0 && {maps}), ...(closed.length > 0 && {closedPortals: closed})}}),
      portals: {...(money > 0 && {money}), ...(metRequirements.length > 0 && {metRequirements})},
    };
  }

  // For the reader: what a question about these maps is asked with, and what it is not. Empty lists: there is nothing to tell.
  told(maps: readonly string[]): {asked: string[]; notAsked: string[]} {
    const isOverMaps = maps.length > 1, asked: string[] = [], notAsked: string[] = [];
    for (const [mapId, of] of this.maps) {
      const told = toldOnMap(of).join(', ');
      if (told === '') continue;
      if (isOverMaps || maps.includes(mapId)) asked.push(isOverMaps ? `${mapId}: ${told}` : told);
      else notAsked.push(`what is set on ${mapId}`);
    }
    const portals = toldOnPortals(this.portals);
    if (isOverMaps) asked.push(...portals);
    else if (portals.length > 0) notAsked.push(`${portals.join(', ')}, which matters on routes over maps`);
    return {asked, notAsked};
  }

  // `known`: the names of the map that is open. Those of the other maps are not known, and taken as they are.
  read(link: Link, openMap: string, otherMaps: readonly string[], known: KnownNames): void {
    this.clear();
    this.maps.set(openMap, {
      closures: readClosures(link, 'shut'),
      closedDoors: new Set(link.namesOf('doors', known.doors)),
      openedDoors: new Set(link.namesOf('openedDoors', known.doors)),
      costProfile: link.oneOf('costs', known.costProfiles, ''),
      areaCosts: readCosts(link, 'areaCosts', (area) => known.areas.includes(area)),
    });
    for (const mapId of otherMaps) {
      if (!kMapKeys.some((key) => link.has(`${key}@${mapId}`))) continue;
      this.maps.set(mapId, {
        closures: readClosures(link, `shut@${mapId}`),
        closedDoors: new Set(link.names(`doors@${mapId}`)),
        openedDoors: new Set(link.names(`openedDoors@${mapId}`)),
        costProfile: link.text(`costs@${mapId}`),
        areaCosts: readCosts(link, `areaCosts@${mapId}`, () => true),
      });
    }
    this.portals = {
      closed: link.namesOf('closedPortals', known.portals),
      metRequirements: link.namesOf('met', known.requirements),
      money: link.number('money', 0, 0, 1e12),
    };
  }

  write(address: URLSearchParams, openMap: string): void {
    const set = (name: string, value: string) => { if (value !== '') address.set(name, value); };
    for (const [mapId, of] of this.maps) {
      const at = mapId === openMap ? '' : `@${mapId}`;
      set(`shut${at}`, writeClosures(of.closures));
      set(`doors${at}`, writeNames([...of.closedDoors]));
      set(`openedDoors${at}`, writeNames([...of.openedDoors]));
      set(`costs${at}`, of.costProfile);
      set(`areaCosts${at}`, [...of.areaCosts].map(([area, factor]) => `${area}:${factor}`).join('|'));
    }
    set('closedPortals', writeNames(this.portals.closed));
    set('met', writeNames(this.portals.metRequirements));
    set('money', this.portals.money > 0 ? String(this.portals.money) : '');
  }
}

const kMapKeys = ['shut', 'doors', 'openedDoors', 'costs', 'areaCosts'];

function mapChanges({closures, closedDoors, openedDoors, costProfile, areaCosts}: MapConditions): MapChanges | undefined {
  const changes: MapChanges = {
    ...(areaCosts.size > 0 && {areaCosts: [...areaCosts].map(([area, factor]): AreaCost => factor === 0 ? {area, excluded: true} : {area, factor})}),
    ...(costProfile !== '' && {costProfile}),
    ...(closures.length > 0 && {obstacles: closures.map(toObstacle)}),
    ...(closedDoors.size > 0 && {closedDoors: [...closedDoors]}),
    ...(openedDoors.size > 0 && {openedDoors: [...openedDoors]}),
  };
  return Object.keys(changes).length > 0 ? changes : undefined;
}

function toldOnMap({closures, closedDoors, openedDoors, costProfile, areaCosts}: MapConditions): string[] {
  return [
    ...(closures.length > 0 ? [`ground closed ${toldClosures(closures)}`] : []),
    ...(closedDoors.size > 0 ? [`${named([...closedDoors], 'doors')} closed`] : []),
    ...(openedDoors.size > 0 ? [`${named([...openedDoors], 'doors')} opened`] : []),
    ...(costProfile !== '' ? [`costs of ${costProfile}`] : []),
    ...[...areaCosts].map(([area, factor]) => (factor === 0 ? `${area} closed` : `${area} × ${factor}`)),
  ];
}

function toldOnPortals({closed, metRequirements, money}: PortalConditions): string[] {
  return [
    ...(closed.length > 0 ? [`${named(closed, 'portals')} closed`] : []),
    ...(metRequirements.length > 0 ? [`${named(metRequirements, 'requirements')} met`] : []),
    ...(money > 0 ? [`${money} money`] : []),
  ];
}

function named(names: readonly string[], what: string): string {
  return names.length > kNamesTold ? `${names.length} ${what}` : names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0];
}

function readCosts(link: Link, name: string, isArea: (area: string) => boolean): Map<string, number> {
  return new Map(link.list(name, 'not area:factor', (text) => {
    const [, area, digits] = /^(.+):(.*\S.*)$/.exec(text) ?? [], factor = Number(digits);
    return area !== undefined && isArea(area) && factor >= 0 && factor <= kMostFactor ? [area, factor] as const : undefined;
  }));
}

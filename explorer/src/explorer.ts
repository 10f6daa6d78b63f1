// The page as a whole: which map and view are open, who walks, what is drawn; and the address that restores all of it.
import {CallError} from './api/connect';
import type {Agent, DescribedDoor, DescribeMapResponse, MapSummary} from './api/messages';
import {plainName} from './api/messages';
import {Conditions} from './data/conditions';
import {Link, writeNames} from './data/link';
import type {MapSource, Skeleton, SurfaceChoice, World} from './data/map_source';
import {toVec3} from './data/place';
import {SkeletonByView, wholeSkeleton, type ShownSkeleton} from './data/shown_skeleton';
import {DrawnCard} from './drawn_card';
import {Layers} from './layers';
import {cellAt} from './map/grid_cells';
import type {PolyColours} from './map/poly_colours';
import type {Surface, SurfacePart, Vec3} from './map/surface';
import type {Pick} from './map/surface_picking';
import type {BasePicture} from './picture/base_picture';
import {drawBeyond} from './picture/beyond_drawing';
import {drawClosures} from './picture/closure_drawing';
import {readCamera, type SeenCamera} from './picture/seen_camera';
import {Stage} from './picture/stage';
import {isByView, SurfaceLoading, variantOf} from './surface_loading';
import {CodeBox} from './ui/code_box';
import type {AskedRequest} from './ui/code';
import {button, choiceField, count, element, folded, namesField, numberField, switcher} from './ui/elements';
import {Notice} from './ui/notice';
import {tokenField} from './ui/token_field';
import {pngOf, saveBlob, saveText, svgFileOf, type SvgFile} from './ui/saving';
import {makeViews} from './views/all_views';
import {ConditionsForm} from './views/conditions_form';
import {lookAt, namesOf, type Ends, type View, type ViewHost} from './views/view';

// [ms] Browsers refuse to have the address changed at the rate of a drag.
const kAddressAfterMs = 150;

export class Explorer implements ViewHost {
  readonly element = element('div', {class: 'explorer'});
  readonly stage: Stage;
  readonly ends: Ends = {start: undefined, via: [], goals: []};
  readonly conditions = new Conditions();
  maps: MapSummary[] = [];
  mapId = '';
  description: DescribeMapResponse | undefined;
  surface: Surface | undefined;
  world: World | undefined;

  private readonly views: View[];
  private view: View;
  private readonly layers: Layers;
  private readonly drawn: DrawnCard;
  private readonly surfaceLoading: SurfaceLoading;
  private loading = new AbortController();
  private opening = new AbortController();
  private skeletonLoad: Promise<Skeleton> | undefined;
  private shownSkeletonLoad: Promise<ShownSkeleton> | undefined;
  private lastAnswer: unknown;
  private isRestoring = false;

  private readonly about = element('span', {class: 'about'});
  private readonly mapChoice = choiceField('Map', [], () => this.openMap(this.mapChoice.value));
  private readonly tabs = element('div', {class: 'tabs', role: 'tablist', 'aria-label': 'Views'});
  private readonly viewPanel = element('div', {class: 'view-panel', role: 'tabpanel', id: 'view-panel'});
  private readonly hint = element('p', {class: 'hint'});
  private readonly profile = choiceField('Profile', [['', 'the first']], () => this.agentChanged());
  private readonly abilities = namesField('Abilities', () => this.agentChanged());
  private readonly clearance = numberField('Clearance', undefined, 'm', () => { this.changed(); this.view.ask(); }, {min: 0, max: 100, step: 0.1});
  private readonly access = folded('Access', element('p', {class: 'quiet'}, 'If the server asks who calls: a token, kept for this tab.'),
                                   tokenField(() => { this.source.forget(); this.progress.textContent = ''; void this.begin(); }));
  private readonly conditionsForm = new ConditionsForm(this, () => { this.changed(); this.view.ask(); });
  private readonly codeBox = new CodeBox();
  private readonly dimension = switcher('Picture', [['flat', 'From above'], ['deep', '3D']], 'flat', (value) => this.setFlat(value === 'flat'));
  private readonly status = element('div', {class: 'status'});
  private readonly progress = element('div', {class: 'progress', role: 'status'});
  private readonly notice = new Notice();
  private readonly picture = element('main', {class: 'picture', 'aria-label': 'Picture'});

  // `isFlatAsked`: the page's address asks for a picture without WebGL.
  constructor(readonly source: MapSource, base: BasePicture, private readonly isFlatAsked: boolean) {
    this.stage = new Stage({
      draw: (ink, theme, camera) => {
        drawBeyond(ink, this.surface?.beyond ?? [], this.stage.shownHeights);
        this.view.drawUnder(ink, theme);
        this.layers.draw(ink, theme, camera, (door) => this.conditions.isDoorClosed(this.mapId, door), this.view.marks());
        drawClosures(ink, theme, camera, this.conditions.of(this.mapId).closures, this.stage.shownHeights);
        this.view.draw(ink, theme);
      },
      handles: () => this.view.handles(),
      click: (place, isShifted) => { this.notice.hide(); this.view.click({...place, mapId: this.mapId}, isShifted); },
      missed: () => this.say('There is no ground there.'),
      hover: (pick) => this.showHover(pick),
      stroke: (place) => this.view.stroke({...place, mapId: this.mapId}),
      paintPolys: (colours: PolyColours, surface: Surface, part: SurfacePart) => this.view.paintPolys(colours, surface, part),
      cameraMoved: () => { this.rememberAddress(); this.surfaceLoading.lookSoon(); },
    }, base);
    this.layers = new Layers(this, () => this.shownSkeleton());
    this.drawn = new DrawnCard(this.stage, this.layers, () => this.changed());
    this.surfaceLoading = new SurfaceLoading(source, this.stage, (error) => this.fail(error), () => this.layers.look());
    this.views = makeViews(this);
    this.view = this.views[0];
    this.build(base);
    addEventListener('hashchange', () => { if (!this.isOwnAddress()) void this.restore(); });
  }

  async begin(): Promise<void> {
    try {
      const [about, maps, world] = await Promise.all([this.source.about(), this.source.listMaps(), this.source.loadWorld()]);
      this.about.textContent = about;
      if (!this.source.hasServer) document.title = `Waystone report: ${about}`;
      this.maps = maps;
      this.world = world;
      if (maps.length === 0) { this.progress.textContent = 'There are no maps here.'; return; }
      this.mapChoice.setChoices(maps.map(({mapId, surface}): [string, string] =>
          [mapId ?? '', `${mapId} (${plainName(surface, 'SURFACE_KIND_')})`]));
      await this.restore();
    } catch (error) {
      this.fail(error);
    }
  }

  agent(): Agent {
    const clearanceM = this.clearance.value ?? 0;
    return {
      ...(this.profile.value !== '' && {profile: this.profile.value}),
      ...(this.abilities.value.length > 0 && {abilities: this.abilities.value}),
      ...(clearanceM > 0 && {minClearanceM: clearanceM}),
    };
  }

  skeleton(): Promise<Skeleton> {
    this.skeletonLoad ??= this.source.loadSkeleton(this.surfaceChoice(), this.loading.signal);
    return this.skeletonLoad;
  }

  private shownSkeleton(): Promise<ShownSkeleton> {
    const choice = this.surfaceChoice(), {summary, origin} = this.description!;
    this.shownSkeletonLoad ??= this.source.byView && isByView(this.description!, choice) ?
        SkeletonByView.load(
            this.source.byView, choice,
            {origin: toVec3(origin), min: toVec3(summary?.min), max: toVec3(summary?.max), areaM2: variantOf(this.description!, choice)?.areaM2 ?? 1},
            this.loading.signal, () => this.stage.redraw(), (error) => this.fail(error)) :
        this.skeleton().then(wholeSkeleton);
    return this.shownSkeletonLoad;
  }

  openMap(mapId: string, at?: Vec3): void {
    this.flushAddress();
    void this.open(mapId, true).then((isOpen) => {
      if (!isOpen) return;
      if (at) lookAt(this, at);
      this.isNewEntry = true;
      this.changed();
      this.view.ask();
    });
  }

  openView(id: string, link?: string): void {
    const view = this.views.find((one) => one.id === id);
    if (view) this.chooseView(view, link === undefined ? undefined : new Link(link));
  }

  doorAt(place: Vec3): DescribedDoor | undefined { return this.layers.doorAt(place, this.stage.camera); }

  say(message: string): void { this.notice.say(message, true); }

  changed(): void {
    this.notice.pass();
    this.rememberAddress();
    this.showConditions();
    this.stage.redraw();
  }

  conditionsChanged(): void {
    this.conditionsForm.show();
    this.changed();
    this.view.ask();
  }

  asked(request: AskedRequest | undefined, answer: unknown): void {
    this.codeBox.show(request);
    this.showConditions();
    this.lastAnswer = answer;
  }

  private showConditions(): void {
    const maps = this.source.hasServer ? this.view.askedMaps() : [];
    this.conditionsForm.fields.hidden = maps.length === 0;
    this.conditionsForm.showLine(maps, this.view.leftOut());
  }

  private surfaceChoice(): SurfaceChoice {
    return {mapId: this.mapId, profile: this.profile.value, abilities: this.abilities.value};
  }

  // --- the address ---

  private rememberTimer = 0;
  private ownAddress = '';
  // What is written next is what the browser's Back button comes back from.
  private isNewEntry = false;

  private isOwnAddress(): boolean { return location.hash.slice(1) === this.ownAddress; }

  private rememberAddress(): void {
    if (this.isRestoring) return;
    clearTimeout(this.rememberTimer);
    this.rememberTimer = setTimeout(() => this.writeAddress(), kAddressAfterMs);
  }

  // Before another map or view is opened: the entry that the Back button leads to is whole.
  private flushAddress(): void {
    if (this.rememberTimer !== 0) this.writeAddress();
  }

  private writeAddress(): void {
    clearTimeout(this.rememberTimer);
    this.rememberTimer = 0;
    if (this.mapId === '') return;
    const address = new URLSearchParams();
    const {camera} = this.stage;
    address.set('map', this.mapId);
    address.set('view', this.view.id);
    this.drawn.write(address);
    address.set('camera', [camera.target.x, camera.target.y, camera.target.z, camera.spanM].map((v) => +v.toFixed(2)).join(',') +
                (camera.yawDeg || !camera.isFlat ? `,${camera.yawDeg.toFixed(0)},${camera.pitchDeg.toFixed(0)}` : '') +
                (camera.isFlat ? '' : ',3d'));
    // A window of another shape then shows at least what this one shows.
    address.set('aspect', (camera.width / camera.height).toFixed(2));
    if (this.isFlatAsked) address.set('gl', 'off');
    const agent = this.agent();
    if (agent.profile) address.set('profile', agent.profile);
    if (agent.abilities) address.set('abilities', writeNames(agent.abilities));
    if (agent.minClearanceM) address.set('clearance', String(agent.minClearanceM));
    this.conditions.write(address, this.mapId);
    this.view.write(address);
    // Commas and slashes are readable, and allowed.
    this.ownAddress = address.toString().replaceAll('%2C', ',').replaceAll('%40', '@').replaceAll('%7C', '|');
    if (this.isNewEntry) history.pushState(null, '', `#${this.ownAddress}`);
    else history.replaceState(null, '', `#${this.ownAddress}`);
    this.isNewEntry = false;
  }

  // Opens what the address says.
  private async restore(): Promise<void> {
    clearTimeout(this.rememberTimer);
    this.rememberTimer = 0;
    this.isNewEntry = false;
    this.notice.hide();
    const link = new Link(location.hash.slice(1));
    link.maps = namesOf(this).maps;
    this.isRestoring = true;
    try {
      this.drawn.read(link);
      const camera = readCamera(link);
      this.setFlat(camera?.isFlat ?? true);
      const clearance = link.number('clearance', undefined, 0, 100);
      this.clearance.value = clearance;
      const abilities = this.abilities.value.join();
      this.abilities.value = link.names('abilities');
      const mapId = this.mapOf(link), profile = link.text('profile');
      if (!this.isLoaded(mapId, profile, abilities) && !await this.open(mapId, !camera, profile)) return;
      this.drawn.showLayers();
      if (profile !== '' && !this.description?.variants?.some((variant) => variant.profile === profile)) link.doubt('profile', `${mapId} has no such profile`);
      link.namesOf('abilities', this.abilities.value);
      if (camera) this.look(camera);
      const viewId = link.oneOf('view', this.views.map(({id}) => id), this.views[0].id);
      this.show(this.views.find(({id}) => id === viewId)!);
      if (this.source.hasServer) this.readConditions(link);
      this.view.read(link);
      this.view.ask();
      link.text('gl');
      const doubts = [...link.doubts, ...link.unknown()];
      if (doubts.length > 0) this.notice.say(`Not understood in this link: ${doubts.join('; ')}`);
    } finally {
      this.isRestoring = false;
      this.changed();
    }
  }

  private readConditions(link: Link): void {
    const {doors = [], areas = [], costProfiles = []} = this.description ?? {}, portals = this.world?.portals ?? [];
    this.conditions.read(link, this.mapId, this.maps.flatMap(({mapId}) => (mapId && mapId !== this.mapId ? [mapId] : [])), {
      doors, areas: areas.map(({name}) => name ?? ''), costProfiles, portals: portals.map(({name}) => name ?? ''),
      requirements: portals.map(({requirement}) => requirement ?? ''),
    });
    this.conditionsForm.show();
  }

  // `abilities` were chosen before.
  private isLoaded(mapId: string, profile: string, abilities: string): boolean {
    return mapId === this.mapId && this.surface?.isComplete === true && profile === this.profile.value && abilities === this.abilities.value.join();
  }

  // The map that the link is of; the first if there is no such map.
  private mapOf(link: Link): string {
    const wanted = link.text('map'), first = this.maps[0].mapId ?? '';
    if (this.maps.some(({mapId}) => mapId === wanted)) return wanted;
    if (link.has('map')) link.doubt('map', `there is no such map, so this is ${first}`);
    return first;
  }

  private look({aspect, ...seen}: SeenCamera): void {
    const {camera} = this.stage;
    // What was seen from side to side is.
    const widen = aspect > 0 ? Math.max(1, aspect * camera.height / camera.width) : 1;
    Object.assign(camera, {...seen, isFlat: camera.isFlat, spanM: seen.spanM * widen});
    camera.update();
    this.stage.cameraMoved();
  }

  // --- maps ---

  // Resolves once the map is described, and says whether it is: until then the one that was open stays. Its surface comes part by part.
  private async open(mapId: string, isFramed: boolean, profile?: string): Promise<boolean> {
    this.opening.abort();
    const {signal: isOther} = this.opening = new AbortController();
    this.progress.textContent = `Loading ${mapId} …`;
    let description: DescribeMapResponse;
    try {
      description = await this.source.describeMap(mapId, isOther);
      if (isOther.aborted) return false;
    } catch (error) {
      if (isOther.aborted) return false;
      this.mapChoice.value = this.mapId;
      this.fail(error, mapId);
      return false;
    }
    this.loading.abort();
    this.loading = new AbortController();
    delete this.element.dataset.loaded;
    const {signal} = this.loading;
    this.mapId = this.mapChoice.value = mapId;
    this.skeletonLoad = this.shownSkeletonLoad = undefined;
    this.description = description;
    const {summary, variants} = description;
    const profiles = [...new Set((variants ?? []).map((variant) => variant.profile ?? ''))];
    this.profile.setChoices(profiles.map((name, i): [string, string] => [i === 0 ? '' : name, name]));
    if (profile !== undefined) this.profile.value = profile;
    this.abilities.setNames([...new Set((variants ?? []).flatMap((variant) => variant.abilities ?? []))].sort());
    this.drawn.mapOpened(this.description);
    if (isFramed) this.stage.frame(toVec3(summary?.min), toVec3(summary?.max), this.drawn.coversPx);
    this.conditionsForm.mapOpened();
    this.view.mapOpened();
    void this.loadSurface(signal);
    this.changed();
    return true;
  }

  private async loadSurface(signal: AbortSignal, keepsOld = false): Promise<void> {
    const old = this.surface;
    const {surface, done} = this.surfaceLoading.load(this.description!, this.surfaceChoice(), signal, keepsOld, (polys) => {
      this.progress.textContent = `${count(polys)} polygons …`;
    });
    this.surface = surface;
    try {
      await done;
    } catch (error) {
      if (signal.aborted) return;
      if (keepsOld && surface.polyCount === 0) this.surface = old;
      this.fail(error);
      return;
    }
    if (signal.aborted) return;
    surface.isComplete = true;
    this.progress.textContent = '';
    this.stage.finish();
    this.drawn.surfaceLoaded(surface);
    this.view.surfaceLoaded();
    this.element.dataset.loaded = this.mapId;
    this.surfaceLoading.lookSoon();
  }

  // `mapId`: the map that was not opened, so that the one before it stays.
  private fail(error: unknown, mapId = ''): void {
    // Who may not, may say who they are.
    if (error instanceof CallError && ['unauthenticated', 'permission_denied'].includes(error.code)) this.access.open = true;
    const why = error instanceof Error ? error.message : String(error);
    const stays = mapId !== '' && this.mapId !== '';
    this.progress.textContent = stays ? '' : why;
    if (stays) this.notice.say(`${mapId} was not opened: ${why}`);
  }

  private agentChanged(): void {
    this.skeletonLoad = this.shownSkeletonLoad = undefined;
    this.loading.abort();
    this.loading = new AbortController();
    void this.loadSurface(this.loading.signal, true);
    void this.layers.prepare();
    this.changed();
    this.view.ask();
  }

  // --- the picture ---

  private setFlat(isFlat: boolean): void {
    this.dimension.value = isFlat ? 'flat' : 'deep';
    this.stage.setFlat(isFlat);
  }

  private showHover(pick: Pick | undefined): void {
    if (!pick) { this.status.textContent = ''; return; }
    const {place, part, poly} = pick, grid = this.surface?.grid, {x, y, z} = this.surface!.origin;
    const cell = grid && cellAt(grid, {x: place.x - x, y: place.y - y, z: place.z - z});
    const at = [place.x, place.y, place.z].map((value) => value.toFixed(2)).join(', ');
    this.status.textContent = `${at} m · ${part.zones[poly] ? `zone ${part.zones[poly]}` : 'isolated'} · ` +
        `${this.drawn.areaName(part.areas[poly])} · ${cell ? `cell ${cell.column}, ${cell.row} · ` : ''}polygon ${part.polys[poly]}`;
  }

  // --- views ---

  private show(view: View): void {
    if (this.view !== view) this.view.closed();
    this.view = view;
    for (const tab of this.tabs.children) {
      const isShown = (tab as HTMLElement).dataset.view === view.id;
      tab.setAttribute('aria-selected', String(isShown));
      (tab as HTMLElement).tabIndex = isShown ? 0 : -1;
    }
    this.viewPanel.setAttribute('aria-labelledby', `tab-${view.id}`);
    this.hint.textContent = view.hint;
    this.viewPanel.replaceChildren(this.hint, this.conditionsForm.line, view.panel);
    this.asked(undefined, undefined);
    const own = view.ownPicture();
    this.picture.querySelector('.own-picture')?.remove();
    if (own) { own.classList.add('own-picture'); this.picture.append(own); }
    this.picture.classList.toggle('has-own', own !== undefined);
    view.mapOpened();
    this.stage.repaint();
  }

  private chooseView(view: View, link?: Link): void {
    this.flushAddress();
    this.isNewEntry = view !== this.view;
    this.show(view);
    if (link) view.read(link);
    view.ask();
    this.changed();
  }

  private build(base: BasePicture): void {
    this.views.forEach((view, i) => {
      const tab = button(view.title, () => this.chooseView(view), {
        role: 'tab', id: `tab-${view.id}`, 'aria-controls': 'view-panel', 'data-view': view.id,
      });
      tab.addEventListener('keydown', (event) => {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (step === 0) return;
        const next = (i + step + this.views.length) % this.views.length;
        this.chooseView(this.views[next]);
        (this.tabs.children[next] as HTMLElement).focus();
      });
      this.tabs.append(tab);
    });
    const save = element('div', {class: 'row'},
                         button('PNG', () => void this.savePng(), {'aria-label': 'Save as PNG'}),
                         button('SVG', () => saveText(this.ownSvg()?.text ?? this.stage.svg(), 'image/svg+xml', `${this.fileName()}.svg`), {'aria-label': 'Save as SVG'}),
                         button('JSON', () => saveText(JSON.stringify(this.lastAnswer ?? this.description, null, 1), 'application/json',
                                                       `${this.fileName()}.json`), {'aria-label': 'Save the answer as JSON'}));
    const zoom = element('div', {class: 'zoom', role: 'group', 'aria-label': 'Camera'},
                         button('+', () => this.zoom(0.7), {'aria-label': 'Zoom in'}), button('−', () => this.zoom(1 / 0.7), {'aria-label': 'Zoom out'}),
                         button('⤢', () => this.frameAll(), {'aria-label': 'Show all of the map'}));
    this.dimension.row.hidden = base.isFlatOnly;
    this.picture.append(this.stage.element, element('div', {class: 'corner'}, this.dimension.row, zoom), this.drawn.element, this.status,
                        element('div', {class: 'messages'}, this.progress, this.notice.element));
    const side = element('aside', {class: 'side', 'aria-label': 'Questions'},
                         element('header', {}, element('h1', {}, 'Waystone', element('span', {}, this.source.hasServer ? ' explorer' : ' report')), this.about),
                         this.mapChoice.row, this.tabs, this.viewPanel,
                         this.source.hasServer && folded('Who walks', this.profile.row, this.clearance.row, this.abilities.group),
                         this.source.hasServer && this.conditionsForm.fields, this.codeBox.element,
                         this.source.hasServer && this.access,
                         element('div', {class: 'row save'}, element('span', {class: 'quiet'}, 'Save'), save));
    this.codeBox.show(undefined);
    this.element.append(side, this.picture);
  }

  private async savePng(): Promise<void> {
    const own = this.ownSvg();
    saveBlob(own ? await pngOf(own) : await this.stage.png(), `${this.fileName()}.png`);
  }

  // The view's own picture, if it has one in place of the map.
  private ownSvg(): SvgFile | undefined {
    const svg = this.view.ownPicture()?.querySelector('svg');
    return svg ? svgFileOf(svg, this.stage.background) : undefined;
  }

  private zoom(factor: number): void {
    const {camera} = this.stage;
    camera.zoom(factor, camera.width / 2, camera.height / 2);
    this.stage.cameraMoved();
  }

  private frameAll(): void {
    const {camera} = this.stage, summary = this.description?.summary;
    camera.yawDeg = 0;
    this.stage.frame(toVec3(summary?.min), toVec3(summary?.max), this.drawn.coversPx);
    this.stage.cameraMoved();
  }

  private fileName(): string { return `${this.mapId}-${this.view.id}`; }
}

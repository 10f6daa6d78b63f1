// The ground by WebGL. Chunks near the camera are drawn as polygons, as many as the machine draws in time; beyond that the
// overview lies in their place.
import {
  CanvasTexture, Color, ColorManagement, DataTexture, GLSL3, LinearFilter, LineSegments, Mesh, NearestFilter, OrthographicCamera,
  PerspectiveCamera, RawShaderMaterial, RGBAFormat, Scene, WebGLRenderer,
} from 'three';
import type {Overview} from '../map/overview';
import {kColourRow, type PolyColours} from '../map/poly_colours';
import type {Surface, Vec3} from '../map/surface';
import type {Chunk} from '../map/surface_chunks';
import {isOverviewEnough, kEdgesAbovePx, type BasePicture, type BaseStyle, type LaidPieces} from './base_picture';
import {scaleOnScreen, type Camera} from './camera';
import {FrameBudget} from './frame_budget';
import {GlCells} from './gl_cells';
import {edgesGeometry, kPatchTriangles, overviewGeometry, piecesGeometry, polysGeometry} from './gl_ground';
import {kEdgeFragment, kOverviewFragment, kOverviewVertex, kPieceFragment, kPieceVertex, kPolyFragment, kPolyVertex} from './gl_shaders';

// [polygons] Their vertices are made in one frame; more would hold up the page.
const kMadePerFrame = 1_500;
// [ms] A driver that does not say when it is done is not waited for any longer.
const kLookEveryMs = 4, kMostWaitMs = 2000;

// Colours are what the style sheet says, not light to be converted.
ColorManagement.enabled = false;

interface DrawnChunk {
  chunk: Chunk;
  polys: Mesh | undefined;
  edges: LineSegments | undefined;
  // A piece of the overview, at its heights.
  patch: Mesh | undefined;
  // [m] Mean side of its polygons.
  polySideM: number;
  // [css pixels per metre] 0: not on the screen.
  scale: number;
}

export class GlPicture implements BasePicture {
  readonly isFlatOnly = false;
  private readonly renderer: WebGLRenderer;
  private readonly budget: FrameBudget;
  private readonly scene = new Scene();
  private readonly flatCamera = new OrthographicCamera();
  private readonly deepCamera = new PerspectiveCamera();
  private readonly uniforms = {
    colours: {value: null as DataTexture | null}, overview: {value: null as CanvasTexture | null}, fromY: {value: -1e9},
    toY: {value: 1e9}, lowest: {value: 0}, rise: {value: 1}, edge: {value: new Color()}, alpha: {value: 1},
  };
  private readonly polyMaterial = this.material(kPolyVertex, kPolyFragment);
  private readonly edgeMaterial = this.material(kPolyVertex, kEdgeFragment);
  private readonly overviewMaterial = this.material(kOverviewVertex, kOverviewFragment);
  private readonly pieceMaterial = this.material(kPieceVertex, kPieceFragment);
  private laid: Mesh | undefined;
  // In place of polygons, if the map is a grid.
  private cells: GlCells | undefined;
  private chunks: DrawnChunk[] = [];
  private surface: Surface | undefined;
  private colours: PolyColours | undefined;
  private overview: Overview | undefined;
  // The whole overview as one rectangle below everything: for the picture from above.
  private overviewFloor: Mesh | undefined;

  // Resolves when each shader was used once, which would hold up the page while the process that draws has other work. Throws if
  // the browser has no WebGL 2.
  static async make(canvas: HTMLCanvasElement, isSmoothed: boolean): Promise<GlPicture> {
    const picture = new GlPicture(canvas, isSmoothed), {renderer, flatCamera} = picture, samples = new Scene();
    for (const material of [picture.polyMaterial, picture.edgeMaterial, picture.overviewMaterial, picture.pieceMaterial]) {
      const sample = new Mesh(undefined, material);
      sample.frustumCulled = false;
      samples.add(sample);
    }
    await Promise.race([renderer.compileAsync(samples, flatCamera), afterMs(kMostWaitMs)]);
    await allDone(renderer.getContext() as WebGL2RenderingContext);
    renderer.render(samples, flatCamera);
    renderer.capabilities.getMaxAnisotropy();  // each texture asks for it, and it is kept
    return picture;
  }

  private constructor(readonly canvas: HTMLCanvasElement, isSmoothed: boolean) {
    this.renderer = new WebGLRenderer({canvas, antialias: isSmoothed, preserveDrawingBuffer: true});
    this.budget = new FrameBudget(this.renderer.getContext() as WebGL2RenderingContext);
    this.polyMaterial.polygonOffset = true;
    this.polyMaterial.polygonOffsetFactor = 1;
    this.polyMaterial.polygonOffsetUnits = 1;
    this.pieceMaterial.transparent = true;
    this.pieceMaterial.depthWrite = false;
    // They lie in the polygons' planes.
    this.pieceMaterial.polygonOffset = true;
    this.pieceMaterial.polygonOffsetFactor = -1;
    this.pieceMaterial.polygonOffsetUnits = -4;
    for (const camera of [this.flatCamera, this.deepCamera]) camera.matrixAutoUpdate = false;
  }

  reset(surface: Surface, colours: PolyColours, overview: Overview | undefined): void {
    for (const {polys, edges, patch} of this.chunks) this.drop(polys, edges, patch);
    this.drop(this.overviewFloor);
    this.lay(undefined);
    this.cells?.dispose();
    this.chunks = [];
    this.surface = surface;
    this.colours = colours;
    this.overview = overview;
    this.cells = surface.grid && overview && new GlCells(this.scene, surface.grid, colours, overview, this.uniforms);
    this.renewColours();
    this.uniforms.overview.value?.dispose();
    this.uniforms.overview.value = null;
    this.overviewFloor = undefined;
    if (!overview) return;
    const texture = new CanvasTexture(overview.canvas);
    texture.flipY = false;
    texture.minFilter = texture.magFilter = LinearFilter;
    texture.generateMipmaps = false;
    this.uniforms.overview.value = texture;
    const {min, max} = overview;
    this.overviewFloor = this.added(new Mesh(
        overviewGeometry(overview, min.x, min.z, max.x, max.z, this.cells ? min.y : min.y - 100, true), this.overviewMaterial));
  }

  add(chunks: Chunk[]): void {
    if (this.cells) { this.cells.add(chunks); return; }
    this.sendColours();
    for (const chunk of chunks) {
      const [x0, , z0, x1, , z1] = chunk.box;
      const polySideM = Math.sqrt((x1 - x0) * (z1 - z0) / chunk.polys.length);
      this.chunks.push({chunk, polys: undefined, edges: undefined, patch: undefined, polySideM, scale: 0});
    }
  }

  remove(chunks: ReadonlySet<Chunk>): void {
    this.cells?.remove(chunks);
    for (const {chunk, polys, edges, patch} of this.chunks) if (chunks.has(chunk)) this.drop(polys, edges, patch);
    this.chunks = this.chunks.filter(({chunk}) => !chunks.has(chunk));
  }

  coloursChanged(): void {
    if (this.cells) this.cells.coloursChanged(); else this.sendColours();
  }

  private sendColours(): void {
    if (this.colours && this.uniforms.colours.value?.image.data !== this.colours.data) this.renewColours();
    else if (this.uniforms.colours.value) this.uniforms.colours.value.needsUpdate = true;
  }

  overviewChanged(): void {
    if (this.uniforms.overview.value) this.uniforms.overview.value.needsUpdate = true;
  }

  lay(laid: LaidPieces | undefined): void {
    this.drop(this.laid);
    this.uniforms.alpha.value = laid?.alpha ?? 1;
    this.laid = laid && this.added(new Mesh(piecesGeometry(laid), this.pieceMaterial));
    if (this.laid) this.laid.renderOrder = 2;  // above cells
  }

  resize(width: number, height: number, pixelRatio: number): void {
    this.renderer.setPixelRatio(pixelRatio);
    this.renderer.setSize(width, height, false);
  }

  draw(camera: Camera, style: BaseStyle): boolean {
    if (!this.surface) return false;
    const startMs = performance.now();
    this.setUniforms(this.surface, style);
    const asked = this.budget.triangles;
    const {triangles, isUnfinished} = this.cells ? this.chooseCells(this.cells, camera, this.surface.origin) : this.choose(camera, this.surface.origin);
    this.renderer.render(this.scene, this.placed(camera, this.surface.origin));
    this.budget.drawn(triangles, startMs);
    const isMeasuring = this.budget.poll();
    // What was too much or too little is drawn again once that is known.
    return isUnfinished || isMeasuring || this.budget.triangles !== asked;
  }

  private setUniforms({origin, minY, maxY}: Surface, style: BaseStyle): void {
    this.renderer.setClearColor(new Color(style.background));
    this.uniforms.fromY.value = style.fromY - origin.y;
    this.uniforms.toY.value = style.toY - origin.y;
    this.uniforms.lowest.value = minY;
    this.uniforms.rise.value = Math.max(0.5, maxY - minY);
    this.uniforms.edge.value.set(style.edge);
  }

  private chooseCells(cells: GlCells, camera: Camera, origin: Vec3): {triangles: number; isUnfinished: boolean} {
    const {triangles, isUnfinished, isCovered} = cells.choose(camera, origin);
    if (this.overviewFloor) this.overviewFloor.visible = !isCovered;
    return {triangles, isUnfinished};
  }

  // Decides what of each chunk is shown: the nearest ones as polygons.
  private choose(camera: Camera, origin: Vec3): {triangles: number; isUnfinished: boolean} {
    const {overview} = this;
    for (const drawn of this.chunks) drawn.scale = scaleOnScreen(camera, drawn.chunk.box, origin);
    const shown = this.chunks.filter(({scale}) => scale > 0);
    // From above all chunks are equally near: either all of them are polygons, or none.
    const wanted = shown.reduce((sum, {chunk}) => sum + (chunk.isSquares ? 0 : chunk.triangles), 0);
    const areAllPolys = !overview || wanted <= this.budget.triangles;
    // Lines cost as much as what they bound.
    const isTimeForEdges = wanted * 2 <= this.budget.triangles;
    if (overview && !camera.isFlat) shown.sort((a, b) => b.scale - a.scale);
    let left = areAllPolys ? Infinity : camera.isFlat ? 0 : this.budget.triangles - shown.length * kPatchTriangles;
    let triangles = 0, made = 0, isUnfinished = false;
    for (const drawn of this.chunks) if (drawn.scale === 0) show(drawn, false, false, false);
    for (const drawn of shown) {
      const {chunk, scale} = drawn;
      const isSeen = !overview || !isOverviewEnough(overview, scale);
      let isPolys = isSeen && !chunk.isSquares && chunk.triangles <= left;
      if (isPolys && !drawn.polys) {
        if (made > kMadePerFrame) { isPolys = false; isUnfinished = true; }
        else { made += chunk.polys.length; drawn.polys = this.added(new Mesh(polysGeometry(chunk), this.polyMaterial)); }
      }
      if (isPolys) left -= chunk.triangles;
      const hasEdges = isPolys && isTimeForEdges && drawn.polySideM * scale > kEdgesAbovePx;
      if (hasEdges && !drawn.edges) {
        made += chunk.polys.length;
        drawn.edges = this.added(new LineSegments(edgesGeometry(chunk, drawn.polys!.geometry), this.edgeMaterial));
      }
      const hasPatch = !isPolys && overview !== undefined && (!camera.isFlat || (areAllPolys && isSeen));
      if (hasPatch && !drawn.patch) drawn.patch = this.added(this.patchOf(chunk, overview));
      show(drawn, isPolys, hasEdges, hasPatch);
      triangles += isPolys ? chunk.triangles * (hasEdges ? 2 : 1) : hasPatch ? kPatchTriangles : 0;
    }
    if (this.overviewFloor && overview) this.overviewFloor.visible = camera.isFlat && (!areAllPolys || isOverviewEnough(overview, camera.pixelsPerM));
    return {triangles, isUnfinished};
  }

  private patchOf({box}: Chunk, overview: Overview): Mesh {
    return new Mesh(overviewGeometry(overview, box[0], box[2], box[3], box[5], (box[1] + box[4]) / 2, false), this.overviewMaterial);
  }

  private material(vertexShader: string, fragmentShader: string): RawShaderMaterial {
    return new RawShaderMaterial({vertexShader, fragmentShader, uniforms: this.uniforms, glslVersion: GLSL3, side: 2});
  }

  private renewColours(): void {
    this.uniforms.colours.value?.dispose();
    if (!this.colours || this.cells) return;
    const texture = new DataTexture(this.colours.data, kColourRow, this.colours.data.length / 4 / kColourRow, RGBAFormat);
    texture.minFilter = texture.magFilter = NearestFilter;
    texture.needsUpdate = true;
    this.uniforms.colours.value = texture;
  }

  private placed(camera: Camera, origin: Vec3): OrthographicCamera | PerspectiveCamera {
    const {right, up, ahead, eye} = camera;
    const placed = camera.isFlat ? this.flatCamera : this.deepCamera;
    if (placed === this.flatCamera) {
      const halfY = camera.spanM / 2, halfX = halfY * camera.width / camera.height;
      this.flatCamera.left = -halfX; this.flatCamera.right = halfX;
      this.flatCamera.top = halfY; this.flatCamera.bottom = -halfY;
      this.flatCamera.near = -20000; this.flatCamera.far = 20000;
    } else {
      this.deepCamera.fov = camera.fieldOfViewDeg;
      this.deepCamera.aspect = camera.width / camera.height;
      this.deepCamera.near = camera.distanceM / 50; this.deepCamera.far = Math.max(1000, camera.distanceM * 6);
    }
    placed.matrix.set(right.x, up.x, -ahead.x, eye.x - origin.x,
                      right.y, up.y, -ahead.y, eye.y - origin.y,
                      right.z, up.z, -ahead.z, eye.z - origin.z,
                      0, 0, 0, 1);
    placed.matrixWorldNeedsUpdate = true;
    placed.updateProjectionMatrix();
    return placed;
  }

  private added<Object3 extends Mesh | LineSegments>(object: Object3): Object3 {
    object.frustumCulled = false;  // choose() has decided
    object.matrixAutoUpdate = false;
    this.scene.add(object);
    return object;
  }

  private drop(...objects: (Mesh | LineSegments | undefined)[]): void {
    for (const object of objects) {
      if (!object) continue;
      this.scene.remove(object);
      object.geometry.dispose();
    }
  }
}

function show({polys, edges, patch}: DrawnChunk, hasPolys: boolean, hasEdges: boolean, hasPatch: boolean): void {
  if (polys) polys.visible = hasPolys;
  if (edges) edges.visible = hasEdges;
  if (patch) patch.visible = hasPatch;
}

// Resolves when what was asked of the process that draws is done, without holding up the page.
export async function allDone(gl: WebGL2RenderingContext): Promise<void> {
  const done = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0), endMs = performance.now() + kMostWaitMs;
  gl.flush();
  while (done && !gl.isContextLost() && performance.now() < endMs && gl.getSyncParameter(done, gl.SYNC_STATUS) !== gl.SIGNALED) {
    await afterMs(kLookEveryMs);
  }
  gl.deleteSync(done);
}

function afterMs(ms: number): Promise<void> { return new Promise((resolve) => { setTimeout(resolve, ms); }); }

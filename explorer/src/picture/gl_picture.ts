// The ground by WebGL. The colours of all polygons lie in one texture, so that to colour the map anew is one upload; heights
// are sliced and slopes shaded by the fragment shader, which needs no normals.
import {
  BufferAttribute, BufferGeometry, Color, ColorManagement, DataTexture, GLSL3, LineSegments, Mesh, NearestFilter, OrthographicCamera,
  PerspectiveCamera, RawShaderMaterial, RGBAFormat, Scene, Uint32BufferAttribute, WebGLRenderer,
} from 'three';
import {kColourRow, type PolyColours} from '../map/poly_colours';
import type {Surface} from '../map/surface';
import type {Chunk, ChunkSizes} from '../map/surface_chunks';
import type {BasePicture, BaseStyle} from './base_picture';
import {scaleOnScreen, type Camera} from './camera';

// Colours are what the style sheet says, not light to be converted.
ColorManagement.enabled = false;

const kVertexShader = `
precision highp float;
precision highp sampler2D;
uniform mat4 projectionMatrix, modelViewMatrix;
uniform sampler2D colours;
in vec3 position;
in float poly;
out vec3 place;
flat out vec3 colour;
void main() {
  place = position;
  int index = int(poly + 0.5);
  colour = texelFetch(colours, ivec2(index % ${kColourRow}, index / ${kColourRow}), 0).rgb;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const kGroundShader = `
precision highp float;
uniform float fromY, toY, lowest, rise;
in vec3 place;
flat in vec3 colour;
out vec4 pixel;
void main() {
  if (place.y < fromY || place.y > toY) discard;
  vec3 normal = normalize(cross(dFdx(place), dFdy(place)));
  if (normal.y < 0.0) normal = -normal;
  float light = 0.74 + 0.26 * dot(normal, normalize(vec3(-0.35, 0.85, -0.4)));
  // Upper floors are a little lighter than what lies below them.
  light *= 0.94 + 0.12 * clamp((place.y - lowest) / rise, 0.0, 1.0);
  pixel = vec4(colour * light, 1.0);
}`;

const kEdgeShader = `
precision highp float;
uniform float fromY, toY, strength;
uniform vec3 edge;
in vec3 place;
flat in vec3 colour;
out vec4 pixel;
void main() {
  if (place.y < fromY || place.y > toY) discard;
  pixel = vec4(mix(colour, edge, strength), 1.0);
}`;

// Coarse squares that are smaller on the screen are drawn in place of the polygons. [css pixels]
const kCoarseBelowPx = 5;
const kCoarseBelowWhileMovingPx = 14;
// Edges are drawn if polygons are so large on the screen, on average. [css pixels]
const kEdgesAbovePx = 7;
// [polygons or squares] Their vertices are made in one frame; more would hold up the page.
const kMadePerFrame = 15_000;

interface DrawnChunk {
  chunk: Chunk;
  ground: Mesh | undefined;
  edges: LineSegments | undefined;
  squares: Mesh | undefined;
  // [m] Mean side of its polygons.
  polySideM: number;
}

export class GlPicture implements BasePicture {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly flatCamera = new OrthographicCamera();
  private readonly deepCamera = new PerspectiveCamera();
  private readonly uniforms = {
    colours: {value: null as DataTexture | null}, fromY: {value: -1e9}, toY: {value: 1e9}, lowest: {value: 0}, rise: {value: 1}, edge: {value: new Color()}, strength: {value: 0.35},
  };
  private readonly groundMaterial = this.material(kGroundShader);
  private readonly edgeMaterial = this.material(kEdgeShader);
  private chunks: DrawnChunk[] = [];
  private surface: Surface | undefined;
  private colours: PolyColours | undefined;
  private sizes: ChunkSizes = {chunkM: 1, squareM: 0, minX: 0, minZ: 0};

  // Throws if the browser has no WebGL 2.
  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({canvas, antialias: true, preserveDrawingBuffer: true});
    this.groundMaterial.polygonOffset = true;
    this.groundMaterial.polygonOffsetFactor = 1;
    this.groundMaterial.polygonOffsetUnits = 1;
    for (const camera of [this.flatCamera, this.deepCamera]) camera.matrixAutoUpdate = false;
  }

  reset(surface: Surface, colours: PolyColours, sizes: ChunkSizes): void {
    for (const drawn of this.chunks) this.drop(drawn);
    this.chunks = [];
    this.surface = surface;
    this.colours = colours;
    this.sizes = sizes;
    this.renewTexture();
  }

  add(chunks: Chunk[]): void {
    for (const chunk of chunks) {
      const [x0, , z0, x1, , z1] = chunk.box;
      const polySideM = Math.sqrt((x1 - x0) * (z1 - z0) / chunk.polys.length);
      this.chunks.push({chunk, ground: undefined, edges: undefined, squares: undefined, polySideM});
    }
  }

  coloursChanged(): void {
    if (this.colours && this.uniforms.colours.value?.image.data !== this.colours.data) this.renewTexture();
    else if (this.uniforms.colours.value) this.uniforms.colours.value.needsUpdate = true;
  }

  resize(width: number, height: number, pixelRatio: number): void {
    this.renderer.setPixelRatio(pixelRatio);
    this.renderer.setSize(width, height, false);
  }

  draw(camera: Camera, style: BaseStyle): boolean {
    if (!this.surface) return false;
    const origin = this.surface.origin;
    this.renderer.setClearColor(new Color(style.background));
    this.uniforms.fromY.value = style.fromY - origin.y;
    this.uniforms.toY.value = style.toY - origin.y;
    this.uniforms.lowest.value = this.surface.minY;
    this.uniforms.rise.value = Math.max(0.5, this.surface.maxY - this.surface.minY);
    this.uniforms.edge.value.set(style.edge);
    const isSliced = style.toY - origin.y < this.surface.maxY;
    let budget = kMadePerFrame, isUnfinished = false;
    for (const drawn of this.chunks) {
      const pixelsPerM = scaleOnScreen(camera, drawn.chunk.box, origin);
      if (pixelsPerM === 0) { this.show(drawn, false, false, false); continue; }
      const limit = style.isMoving ? kCoarseBelowWhileMovingPx : kCoarseBelowPx;
      const isCoarse = drawn.chunk.squares.length > 0 && !isSliced && this.sizes.squareM * pixelsPerM < limit;
      const hasEdges = !isCoarse && drawn.polySideM * pixelsPerM > kEdgesAbovePx;
      const isMade = isCoarse ? drawn.squares : drawn.ground;
      if (!isMade) {
        if (budget <= 0) { isUnfinished = true; this.show(drawn, false, false, drawn.squares !== undefined); continue; }
        budget -= isCoarse ? drawn.chunk.squareHeights.length : drawn.chunk.polys.length;
        if (isCoarse) this.makeSquares(drawn); else this.makeGround(drawn);
      }
      if (hasEdges && !drawn.edges) this.makeEdges(drawn);
      this.show(drawn, !isCoarse, hasEdges, isCoarse);
    }
    this.renderer.render(this.scene, this.placed(camera, origin));
    return isUnfinished || (style.isMoving && this.sizes.squareM > 0);
  }

  dispose(): void {
    for (const drawn of this.chunks) this.drop(drawn);
    this.uniforms.colours.value?.dispose();
    this.renderer.dispose();
  }

  private material(fragmentShader: string): RawShaderMaterial {
    return new RawShaderMaterial({
      vertexShader: kVertexShader, fragmentShader, uniforms: this.uniforms, glslVersion: GLSL3, side: 2,
    });
  }

  private renewTexture(): void {
    this.uniforms.colours.value?.dispose();
    if (!this.colours) return;
    const texture = new DataTexture(this.colours.data, kColourRow, this.colours.data.length / 4 / kColourRow, RGBAFormat);
    texture.minFilter = texture.magFilter = NearestFilter;
    texture.needsUpdate = true;
    this.uniforms.colours.value = texture;
  }

  private placed(camera: Camera, origin: {x: number; y: number; z: number}): OrthographicCamera | PerspectiveCamera {
    const {right, up, ahead, eye} = camera;
    const placed = camera.isFlat ? this.flatCamera : this.deepCamera;
    const reach = Math.max(1000, camera.distanceM * 4);
    if (placed === this.flatCamera) {
      const halfY = camera.spanM / 2, halfX = halfY * camera.width / camera.height;
      this.flatCamera.left = -halfX; this.flatCamera.right = halfX;
      this.flatCamera.top = halfY; this.flatCamera.bottom = -halfY;
      this.flatCamera.near = -20000; this.flatCamera.far = 20000;
    } else {
      this.deepCamera.fov = camera.fieldOfViewDeg;
      this.deepCamera.aspect = camera.width / camera.height;
      this.deepCamera.near = camera.distanceM / 50; this.deepCamera.far = reach;
    }
    placed.matrix.set(right.x, up.x, -ahead.x, eye.x - origin.x,
                      right.y, up.y, -ahead.y, eye.y - origin.y,
                      right.z, up.z, -ahead.z, eye.z - origin.z,
                      0, 0, 0, 1);
    placed.matrixWorldNeedsUpdate = true;
    placed.updateProjectionMatrix();
    return placed;
  }

  private show(drawn: DrawnChunk, ground: boolean, edges: boolean, squares: boolean): void {
    if (drawn.ground) drawn.ground.visible = ground;
    if (drawn.edges) drawn.edges.visible = edges;
    if (drawn.squares) drawn.squares.visible = squares;
  }

  private drop(drawn: DrawnChunk): void {
    for (const object of [drawn.ground, drawn.edges, drawn.squares]) {
      if (!object) continue;
      this.scene.remove(object);
      object.geometry.dispose();
    }
  }

  private makeGround(drawn: DrawnChunk): void {
    const {part, polys} = drawn.chunk;
    const {cornersXyz, firstCorner, firstIndex} = part;
    let corners = 0;
    for (const i of polys) corners += firstCorner[i + 1] - firstCorner[i];
    const positions = new Float32Array(corners * 3), owners = new Float32Array(corners);
    const triangles = new Uint32Array((corners - 2 * polys.length) * 3);
    let vertex = 0, triangle = 0;
    for (const i of polys) {
      const count = firstCorner[i + 1] - firstCorner[i];
      positions.set(cornersXyz.subarray(firstCorner[i] * 3, firstCorner[i + 1] * 3), vertex * 3);
      owners.fill(firstIndex + i, vertex, vertex + count);
      for (let k = 2; k < count; ++k) {
        triangles[triangle++] = vertex; triangles[triangle++] = vertex + k - 1; triangles[triangle++] = vertex + k;
      }
      vertex += count;
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setAttribute('poly', new BufferAttribute(owners, 1));
    geometry.setIndex(new Uint32BufferAttribute(triangles, 1));
    drawn.ground = this.added(new Mesh(geometry, this.groundMaterial));
  }

  private makeEdges(drawn: DrawnChunk): void {
    const {part: {firstCorner}, polys} = drawn.chunk;
    const lines: number[] = [];
    let vertex = 0;
    for (const i of polys) {
      const count = firstCorner[i + 1] - firstCorner[i];
      for (let k = 0; k < count; ++k) lines.push(vertex + k, vertex + (k + 1) % count);
      vertex += count;
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', drawn.ground!.geometry.getAttribute('position'));
    geometry.setAttribute('poly', drawn.ground!.geometry.getAttribute('poly'));
    geometry.setIndex(new Uint32BufferAttribute(Uint32Array.from(lines), 1));
    drawn.edges = this.added(new LineSegments(geometry, this.edgeMaterial));
  }

  private makeSquares(drawn: DrawnChunk): void {
    const {part, squares, squareHeights} = drawn.chunk;
    const {squareM, minX, minZ} = this.sizes;
    const count = squareHeights.length;
    const positions = new Float32Array(count * 12), owners = new Float32Array(count * 4), triangles = new Uint32Array(count * 6);
    for (let i = 0; i < count; ++i) {
      const x = minX + squares[3 * i] * squareM, z = minZ + squares[3 * i + 1] * squareM, y = squareHeights[i];
      positions.set([x, y, z, x + squareM, y, z, x + squareM, y, z + squareM, x, y, z + squareM], i * 12);
      owners.fill(part.firstIndex + squares[3 * i + 2], i * 4, i * 4 + 4);
      triangles.set([4 * i, 4 * i + 1, 4 * i + 2, 4 * i, 4 * i + 2, 4 * i + 3], i * 6);
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setAttribute('poly', new BufferAttribute(owners, 1));
    geometry.setIndex(new Uint32BufferAttribute(triangles, 1));
    drawn.squares = this.added(new Mesh(geometry, this.groundMaterial));
  }

  private added<Object3 extends Mesh | LineSegments>(object: Object3): Object3 {
    object.frustumCulled = false;  // draw has decided
    object.matrixAutoUpdate = false;
    this.scene.add(object);
    return object;
  }
}

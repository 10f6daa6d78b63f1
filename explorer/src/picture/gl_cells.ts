// A grid by WebGL: a floor of blocked cells, and on it the free ones of each chunk as a texture with one texel for each cell.
import {BufferAttribute, BufferGeometry, DataTexture, GLSL3, Mesh, RawShaderMaterial, RGBAFormat, type IUniform, type Scene} from 'three';
import type {CellImage, Grid} from '../map/grid_cells';
import type {Overview} from '../map/overview';
import type {PolyColours} from '../map/poly_colours';
import type {Vec3} from '../map/surface';
import type {Chunk} from '../map/surface_chunks';
import {isOverviewEnough} from './base_picture';
import {scaleOnScreen, type Camera} from './camera';
import {CellImages} from './cell_images';
import {kCellFragment, kCellVertex} from './gl_shaders';

// [ms] Painting in one frame.
const kPaintMs = 8;

type CellMesh = Mesh<BufferGeometry, RawShaderMaterial>;

export class GlCells {
  private readonly images: CellImages<CellMesh>;
  private chunks: Chunk[] = [];
  private floor: CellMesh;

  constructor(private readonly scene: Scene, private readonly grid: Grid, private readonly colours: PolyColours, private readonly overview: Overview,
              private readonly uniforms: Record<string, IUniform>) {
    this.images = new CellImages(grid, colours, (image) => this.added(image, 1), (mesh) => this.drop(mesh));
    this.floor = this.blockedFloor();
  }

  add(chunks: readonly Chunk[]): void { this.chunks.push(...chunks); }

  remove(chunks: ReadonlySet<Chunk>): void {
    for (const chunk of chunks) this.images.remove(chunk);
    this.chunks = this.chunks.filter((chunk) => !chunks.has(chunk));
  }

  coloursChanged(): void {
    this.drop(this.floor);
    this.floor = this.blockedFloor();
    this.images.coloursChanged();
  }

  dispose(): void {
    this.remove(new Set(this.chunks));
    this.drop(this.floor);
  }

  // Decides what of each chunk is shown. `isCovered`: nothing of the overview can be seen.
  choose(camera: Camera, origin: Vec3): {triangles: number; isUnfinished: boolean; isCovered: boolean} {
    const endMs = performance.now() + kPaintMs, shown = new Set<Chunk>();
    let isUnfinished = false, isCovered = true;
    for (const chunk of this.chunks) {
      const scale = scaleOnScreen(camera, chunk.box, origin);
      if (scale === 0) continue;
      if (chunk.isSquares || isOverviewEnough(this.overview, scale)) { isCovered = false; continue; }
      if (!this.images.isFresh(chunk)) {
        if (performance.now() < endMs) this.images.paint(chunk); else isUnfinished = true;
      }
      if (this.images.of(chunk)) shown.add(chunk); else isCovered = false;
    }
    this.images.forEach((chunk, mesh) => { mesh.visible = shown.has(chunk); });
    this.images.trim(shown);
    return {triangles: 2 * shown.size + 4, isUnfinished, isCovered};
  }

  private blockedFloor(): CellMesh {
    const {columns, rows} = this.grid, floor = this.added({column: 0, row: 0, columns, rows, pixels: Uint8ClampedArray.of(...this.colours.blocked, 255)}, -1);
    // Before the overview, which is not transparent either.
    floor.material.transparent = false;
    return floor;
  }

  // A rectangle with its texels, or with one that is that of all cells.
  private added({column, row, columns, rows, pixels}: CellImage, renderOrder: number): CellMesh {
    const {corner, cellM} = this.grid, isOne = pixels.length === 4;
    const texture = new DataTexture(pixels, isOne ? 1 : columns, isOne ? 1 : rows, RGBAFormat);
    texture.needsUpdate = true;
    const material = new RawShaderMaterial({
      vertexShader: kCellVertex, fragmentShader: kCellFragment, glslVersion: GLSL3, side: 2, transparent: true, depthTest: false, depthWrite: false,
      uniforms: {...this.uniforms, cells: {value: texture}, first: {value: [column, row]}},
    });
    const corners = [[column, row], [column + columns, row], [column + columns, row + rows], [column, row + rows]];
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(
        corners.flatMap(([c, r]) => [corner.x + c * cellM, corner.y, corner.z + r * cellM])), 3));
    geometry.setAttribute('place', new BufferAttribute(Float32Array.from(corners.flat()), 2));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    const mesh = new Mesh(geometry, material);
    mesh.renderOrder = renderOrder;
    mesh.frustumCulled = false;  // choose() has decided
    mesh.matrixAutoUpdate = false;
    this.scene.add(mesh);
    return mesh;
  }

  private drop(mesh: CellMesh): void {
    this.scene.remove(mesh);
    mesh.geometry.dispose();
    (mesh.material.uniforms.cells.value as DataTexture).dispose();
    mesh.material.dispose();
  }
}

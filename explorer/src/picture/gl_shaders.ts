// Shaders of the ground. The colours of all polygons lie in one texture, so that to colour the map anew is one upload; heights
// are sliced and slopes shaded by the fragment shader, which needs no normals.
import {kColourRow} from '../map/poly_colours';

export const kPolyVertex = `
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

// overview.ts has the same light.
export const kPolyFragment = `
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

export const kPieceVertex = `
precision highp float;
uniform mat4 projectionMatrix, modelViewMatrix;
in vec3 position;
in vec3 tint;
out vec3 place;
out vec3 colour;
void main() {
  place = position;
  colour = tint;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

export const kPieceFragment = `
precision highp float;
uniform float fromY, toY, alpha;
in vec3 place;
in vec3 colour;
out vec4 pixel;
void main() {
  if (place.y < fromY || place.y > toY) discard;
  pixel = vec4(colour, alpha);
}`;

export const kEdgeFragment = `
precision highp float;
uniform float fromY, toY;
uniform vec3 edge;
in vec3 place;
flat in vec3 colour;
out vec4 pixel;
void main() {
  if (place.y < fromY || place.y > toY) discard;
  pixel = vec4(mix(colour, edge, 0.35), 1.0);
}`;

export const kCellVertex = `
precision highp float;
uniform mat4 projectionMatrix, modelViewMatrix;
in vec3 position;
in vec2 place;
out vec2 cell;
void main() {
  cell = place;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

// Colours are as they are given: a grid is flat. Lines between cells that are large enough.
export const kCellFragment = `
precision highp float;
precision highp int;
precision highp sampler2D;
uniform sampler2D cells;
uniform ivec2 first;
uniform vec3 edge;
in vec2 cell;
out vec4 pixel;
void main() {
  vec2 cellsPerPixel = fwidth(cell);
  // A little beside the pixel's middle, which lies on the sides of cells too often: rounding would decide.
  vec2 beside = cell + 0.1 * cellsPerPixel;
  ivec2 at = clamp(ivec2(floor(beside)) - first, ivec2(0), textureSize(cells, 0) - 1);
  vec4 colour = texelFetch(cells, at, 0);
  if (colour.a < 0.5) discard;
  bool isLine = any(lessThan(fract(beside), cellsPerPixel));
  float size = 1.0 / max(cellsPerPixel.x, cellsPerPixel.y);
  pixel = vec4(mix(colour.rgb, edge, isLine ? 0.35 * smoothstep(7.0, 10.0, size) : 0.0), 1.0);
}`;

export const kOverviewVertex = `
precision highp float;
uniform mat4 projectionMatrix, modelViewMatrix;
in vec3 position;
in vec2 place;
out vec2 at;
void main() {
  at = place;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

export const kOverviewFragment = `
precision highp float;
uniform sampler2D overview;
in vec2 at;
out vec4 pixel;
void main() {
  vec4 colour = texture(overview, at);
  if (colour.a < 0.5) discard;
  pixel = vec4(colour.rgb / colour.a, 1.0);
}`;

// Colours of the picture. They stand in the style sheet, so that light and dark are decided in one place.
export interface Theme {
  background: string;
  edge: string;
  text: string;
  halo: string;
  route: string;
  start: string;
  goal: string;
  via: string;
  good: string;
  bad: string;
  warn: string;
  quiet: string;
  portal: string;
  door: string;
  closed: string;
  // What differs between two packages.
  lost: string;
  gained: string;
  moved: string;
  // [factor] Of the ground's colours, as text.
  brightness: string;
}

const kNames: (keyof Theme)[] = [
  'background', 'edge', 'text', 'halo', 'route', 'start', 'goal', 'via', 'good', 'bad', 'warn', 'quiet', 'portal', 'door', 'closed', 'lost', 'gained',
  'moved', 'brightness',
];

export function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(kNames.map((name) => [name, style.getPropertyValue(`--map-${name}`).trim()])) as unknown as Theme;
}

// Colours of several walkers or alternatives, readable on light and dark ground.
export const kWalkers = ['#d6336c', '#1b3a8f', '#e8590c', '#2b8a3e', '#7048e8', '#0b5563', '#a61e4d', '#5c940d'];

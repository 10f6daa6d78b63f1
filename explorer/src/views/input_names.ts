// What the server's messages call fields, as the page's inputs are labelled.
const kInputs: [RegExp, string][] = [
  [/^\(?scatter\.count/, 'Count'], [/^\(?scatter\.seed/, 'Seed'], [/^rules\.region/, 'Region'], [/^rules\.spacing/, 'Spacing'],
  [/^rules\.clearance_m/, 'From borders'], [/^rules\.anchor_xyz/, 'Anchors'], [/^audit\.xyz/, 'Positions'], [/^detail\.alternatives/, 'Alternatives'],
  [/^limits\.method/, 'Method'], [/^agent\.min_clearance_m/, 'Clearance'], [/^agent\.profile/, 'Profile'], [/^agent\.abilities/, 'Abilities'],
  [/^start(?!_)/, 'Start'], [/^goals/, 'Goal'], [/^via/, 'Via'], [/^changes\.maps\[\d+\]\.obstacles/, 'Closed ground'],
  [/^changes\.maps\[\d+\]\.area_costs/, 'Costs of areas'], [/^changes\.maps\[\d+\]\.cost_profile/, 'Cost profile'],
  [/^changes\.maps\[\d+\]\.closed_doors/, 'Closed doors'], [/^changes\.maps\[\d+\]\.opened_doors/, 'Opened doors'],
  [/^changes\.closed_portals/, 'Closed portals'], [/^portals\.money/, 'Money'],
  [/^max_cost_m/, 'Within'], [/^start_xyz/, 'Places'], [/^(track|from|to)\b/, 'Samples'], [/^allowances\.max_speed/, 'Greatest speed'],
  [/^exploration\.walkers/, 'Walkers'], [/^exploration\.coverage/, 'Coverage'], [/^exploration\.sight/, 'Sight'],
];

// "detail.alternatives: must be in 0..8" as "Alternatives: must be in 0..8".
export function withInputName(message: string): string {
  const [, field, rest] = /^(?:not a \w+ in JSON: )?(\(?[a-z_]+[a-z_0-9.[\]]*\)?): (.*)$/s.exec(message) ?? [];
  const name = kInputs.find(([pattern]) => field !== undefined && pattern.test(field))?.[1];
  if (name === undefined) return message;
  // Names of methods stand in capitals.
  return `${name}: ${name === 'Method' ? rest.toLowerCase().replaceAll('_', ' ') : rest}`;
}

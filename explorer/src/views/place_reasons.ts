// Why positions are good or not, in words and colours.
import {plainName} from '../api/messages';
import {bars} from '../ui/chart';

const kReasonColours: Record<string, string> = {
  PLACE_REASON_GOOD: '#2b9a52', PLACE_REASON_OFF_MESH: '#5c6670', PLACE_REASON_ISOLATED: '#c92a2a',
  PLACE_REASON_UNREACHABLE: '#e8590c', PLACE_REASON_NO_RETURN: '#d6336c', PLACE_REASON_TOO_CLOSE: '#1c7ed6',
  PLACE_REASON_CLEARANCE: '#c77700', PLACE_REASON_OUTSIDE_REGION: '#8d97a1', PLACE_REASON_DISTANCE: '#7048e8',
};

export function reasonColour(reason: string): string { return kReasonColours[reason] ?? '#7a5230'; }

export function verdictBars(verdicts: readonly string[]): HTMLElement {
  const byReason = new Map<string, number>();
  for (const verdict of verdicts) byReason.set(verdict, (byReason.get(verdict) ?? 0) + 1);
  return bars('Positions by verdict', [...byReason].sort((a, b) => b[1] - a[1]).map(([reason, total]) => (
      {label: plainName(reason, 'PLACE_REASON_'), count: total, colour: reasonColour(reason)})));
}

import { feature } from '../../kernel/feature.ts';
import { liveSource } from '../../kernel/live/live-sources.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** Another cell serves the school from now on. */
    school_moved: Record<string, never>;
  }
}

export const cellsFeature = feature({
  name: 'cells',
  liveSources: [liveSource('school_moved', () => [{ leave: 'school' }])],
});

import { CircleDashed } from 'lucide-react';
import { Suspense } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import type { Hub } from '#contract/hubs/endpoints.ts';
import { initials } from '../ui/avatar.tsx';

const MenuDrawing = lazyComponent(() => import('./menu-drawing.tsx'), 'MenuDrawing');

/** A hub's icon or first letter in a rounded square, empty without a hub. It is decorative, because the name is next to it. */
export function HubMark({ hub }: { hub: Pick<Hub, 'name' | 'icon'> | null }) {
  return (
    <span
      aria-hidden
      className={`grid size-10 shrink-0 place-items-center rounded-card text-lg font-bold ${hub ? 'bg-brand-soft text-brand-text' : 'bg-fill text-ink-3'}`}
    >
      {hub === null ? (
        <CircleDashed size={20} strokeWidth={1.8} />
      ) : hub.icon === null ? (
        initials(hub.name).slice(0, 1)
      ) : (
        <Suspense fallback={null}>
          <MenuDrawing name={hub.icon} size={20} />
        </Suspense>
      )}
    </span>
  );
}

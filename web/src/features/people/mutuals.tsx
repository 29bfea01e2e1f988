import { Suspense, useState } from 'react';
import type { User } from '#contract/people/endpoints.ts';
import { facesShown } from '#contract/layout.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { preloadDialog } from '../../ui/dialog.tsx';
import { FaceStack } from '../../ui/face-stack.tsx';
import among from 'messages:en/people.mutualsAmong';
import few from 'messages:en/people.mutualsWith';

addEnglish({ ...among, ...few });

const MutualsDialog = lazyComponent(() => import('./mutuals-dialog.tsx'), 'MutualsDialog');
const preload = () => {
  preloadDialog();
  MutualsDialog.preload();
};

/** Number of faces before the counter of a profile's strip. */
const facesInStrip = 5;

/** The strip of a profile: a few faces, a counter for more than 4, and names as text. It opens the full list (CARD-07). */
export function MutualsStrip({ person, isPreview = false }: { person: User; isPreview?: boolean }) {
  const { t, list } = useMessages();
  const [isOpen, setOpen] = useState(false);
  // Loads on first use and stays mounted.
  const [wasOpen, setWasOpen] = useState(false);
  if (person.mutualCount === 0) return null;
  const names = list(person.mutuals.slice(0, 2).map((one) => one.firstName || one.lastName));
  const words =
    person.mutualCount > 2
      ? t('people.mutualsAmong', { count: person.mutualCount, names })
      : t('people.mutualsWith', { count: person.mutualCount, names });
  const hasCounter = person.mutualCount > facesShown.counterAbove;
  const look =
    '-mx-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-control px-2 py-1 text-start text-sm text-ink-2';
  const strip = (
    <>
      <FaceStack
        people={person.mutuals}
        total={hasCounter ? person.mutualCount : 0}
        shown={facesInStrip}
        size={1.75}
      />
      <span className="min-w-48 flex-1 text-pretty">{words}</span>
    </>
  );
  if (isPreview) return <div className={look}>{strip}</div>;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => {
          setWasOpen(true);
          setOpen(true);
        }}
        className={`${look} transition-colors duration-150 hover:bg-fill hover:text-ink`}
      >
        {strip}
      </button>
      {wasOpen && (
        <Suspense fallback={null}>
          <MutualsDialog person={person} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { Suspense, useState, type ReactNode } from 'react';
import type { Face } from '#contract/people/endpoints.ts';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { nameOf } from '../people/person.ts';
import english from 'messages:en/safety.*';
import { blockPerson, unblockPerson } from '#contract/safety/calls.ts';

addEnglish(english);

// The report form is rarely used, so it doesn't load with each profile.
const ReportDialog = lazyComponent(() => import('./report-dialog.tsx'), 'ReportDialog');

export type SafetyAct = 'block' | 'report';

/**
 * const { ask, dialog } = useSafety(onGone);
 * …
 * onClick={() => ask('block', person)}
 * …
 * {dialog}
 * Asks before blocking or reporting a person. `onGone` is called when the user can no longer see the person.
 */
export function useSafety(onGone: () => void): {
  ask: (act: SafetyAct, person: Face) => void;
  dialog: ReactNode;
} {
  const { t } = useMessages();
  const [reported, setReported] = useState<Face | null>(null);
  const block = useAction(
    ({ person: { uid }, isBlocked }: { person: Face; isBlocked: boolean }) =>
      isBlocked ? call(blockPerson, { uid }) : call(unblockPerson, { uid }),
    {
      confirm: ({ person }) => ({
        title: t('safety.blockTitle', { name: nameOf(person) }),
        body: t('safety.blockSure', { name: person.firstName || nameOf(person) }),
        confirmLabel: t('safety.block'),
        isDanger: true,
      }),
      success: (_, { person, isBlocked }) =>
        isBlocked ? t('safety.blocked', { name: nameOf(person) }) : null,
      undo: ({ person, isBlocked }) => (isBlocked ? { person, isBlocked: false } : undefined),
      onSuccess: (_, { isBlocked }) => isBlocked && onGone(),
      invalidates: 'all',
    },
  );
  return {
    ask: (act, person) =>
      act === 'block' ? block.run({ person, isBlocked: true }) : setReported(person),
    dialog: reported && (
      <Suspense fallback={null}>
        <ReportDialog
          target={{ kind: 'person', id: reported.uid }}
          title={t('safety.reportTitle', { name: nameOf(reported) })}
          onClose={() => setReported(null)}
        />
      </Suspense>
    ),
  };
}

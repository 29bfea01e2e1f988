import { Check, ChevronDown, Clock, Lock, LogOut, Plus, UserPlus, X } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { ClubQuestions } from '#contract/clubs/joining.endpoints.ts';
import type { FormAnswers } from '#contract/forms/definition.ts';
import { useAction } from '../../../kit/use-action.ts';
import { queryClient } from '../../../lib/call.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { useMessages } from '../../../lib/messages.ts';
import type { ButtonVariant } from '../../../ui/button-style.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { visibleElements, moveFocus } from '../../../ui/list-focus.ts';
import { MenuButton, type MenuItem } from '../../../ui/menu.tsx';
import { RowButton } from '../../../ui/row-button.tsx';
import { clubQuestions, useMembership, type JoinableClub } from './membership.data.ts';
import { joinStateOf, type JoinState } from './join-rules.ts';
import './join-texts.ts';

/*
 * <JoinButton club={joinable(club)} placement="row" />
 * A club's button. Its label depends on the user's membership and permissions. `page` is the main button of the club's
 * page; `row` is an icon on phones. After a change, the new button gets the focus, unless the user moved it elsewhere.
 */
const QuestionsDialog = lazyComponent(() => import('./questions-dialog.tsx'), 'QuestionsDialog');

type Placement = 'page' | 'row';

/** Items of the member's menu above the one to leave. */
export interface MemberMenu {
  readonly items: readonly MenuItem<string>[];
  readonly onAction: (id: string) => void;
}

interface JoinButtonProps {
  club: JoinableClub;
  placement: Placement;
  menu?: MemberMenu;
}

export function JoinButton({ club, placement, menu }: JoinButtonProps) {
  const area = useRef<HTMLDivElement>(null);
  const { run, isPending } = useMembership(club);
  const [shownQuestions, setShownQuestions] = useState<ClubQuestions | null>(null);
  // The answers stay when the dialog closes, until this button unmounts.
  const [answers, setAnswers] = useState<FormAnswers>({});
  const look = useAction(
    () => queryClient.fetchQuery({ ...clubQuestions(club.id), staleTime: 0 }),
    {
      onSuccess: (questions) =>
        questions.definition.questions.length > 0 ? setShownQuestions(questions) : run('join'),
    },
  );
  const state = joinStateOf(club);
  const isBusy = isPending || look.isPending;
  useKeptButton(area, state, isBusy || shownQuestions !== null);
  if (state === null) return null;
  return (
    <div ref={area} className="flex items-center gap-1">
      <Drawn
        club={club}
        state={state}
        placement={placement}
        isPending={isBusy}
        menu={menu}
        run={(act) => (state === 'request' && act === 'join' ? look.run() : run(act))}
      />
      {shownQuestions !== null && (
        <Suspense fallback={null}>
          <QuestionsDialog
            club={club}
            asked={shownQuestions}
            answers={answers}
            onChange={setAnswers}
            onClose={() => setShownQuestions(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

interface DrawnProps {
  club: JoinableClub;
  state: JoinState;
  placement: Placement;
  isPending: boolean;
  menu: MemberMenu | undefined;
  run: (act: 'join' | 'leave') => void;
}

function Drawn({ club: { name, can }, state, placement, isPending, menu, run }: DrawnProps) {
  const { t } = useMessages();
  const shared = { placement, isPending } as const;
  switch (state) {
    case 'join':
      return (
        <Act
          {...shared}
          icon={Plus}
          text={t('clubs.join')}
          isJoin
          label={t('clubs.joinNamed', { name })}
          onClick={() => run('join')}
        />
      );
    case 'request':
      return (
        <Act
          {...shared}
          icon={UserPlus}
          text={t('clubs.request')}
          isJoin
          label={t('clubs.requestNamed', { name })}
          onClick={() => run('join')}
        />
      );
    case 'accept':
      return (
        <>
          <Act
            {...shared}
            icon={Check}
            text={t('clubs.accept')}
            isJoin
            label={t('clubs.acceptNamed', { name })}
            onClick={() => run('join')}
          />
          <IconButton
            icon={X}
            isRound={placement === 'row'}
            label={t('clubs.declineNamed', { name })}
            onClick={() => run('leave')}
          />
        </>
      );
    case 'requested':
      return (
        <Act
          {...shared}
          variant="outline"
          icon={Clock}
          text={t('clubs.requested')}
          label={t('clubs.requestedNamed', { name })}
          hasPopup
          onClick={() => run('leave')}
        />
      );
    case 'member':
      return (
        <MenuButton
          label={t('clubs.memberNamed', { name })}
          icon={placement === 'page' ? ChevronDown : Check}
          variant={placement === 'page' ? 'outline' : 'quiet'}
          items={[
            ...(menu?.items ?? []),
            can.leave
              ? { id: 'leave', label: t('clubs.leave'), icon: LogOut, isDanger: true }
              : { id: 'leave', label: t('clubs.leaveLocked'), icon: Lock },
          ]}
          onAction={(id) => (id === 'leave' ? run('leave') : menu?.onAction(id))}
        >
          {t('clubs.member')}
        </MenuButton>
      );
    case 'invitation':
    case 'closed':
      return (
        <span className="inline-flex min-h-9 items-center gap-1.5 text-sm text-ink-2">
          <Lock size={16} aria-hidden />
          {t(`clubs.membership_${state}`)}
        </span>
      );
  }
}

interface ActProps {
  icon: typeof Plus;
  text: string;
  label: string;
  placement: Placement;
  variant?: ButtonVariant;
  isPending: boolean;
  hasPopup?: boolean;
  /** The shortcut to join clicks this button. */
  isJoin?: boolean;
  onClick: () => void;
}

/** A button with the style of its `placement`. */
function Act({ text, placement, variant, hasPopup, isJoin, ...act }: ActProps) {
  const shared = {
    ...act,
    ...(hasPopup && ({ 'aria-haspopup': 'dialog' } as const)),
    ...(isJoin && { 'data-key': 'join' }),
  };
  const button = { ...shared, variant: variant ?? (placement === 'page' ? 'primary' : 'soft') };
  return placement === 'page' ? (
    <Button {...button}>{text}</Button>
  ) : (
    <RowButton {...button}>{text}</RowButton>
  );
}

/** Moves the focus to the new button if the old one had it. */
function useKeptButton(
  area: React.RefObject<HTMLElement | null>,
  state: JoinState | null,
  isPending: boolean,
) {
  const previous = useRef(state);
  const wasPending = useRef(false);
  useEffect(() => {
    if (isPending) wasPending.current = true;
    if (previous.current === state || isPending) return undefined;
    previous.current = state;
    if (!wasPending.current) return undefined;
    wasPending.current = false;
    const { current: drawn } = area;
    return drawn ? moveFocus(drawn, () => visibleElements(drawn, 'button')[0]) : undefined;
  }, [area, state, isPending]);
}

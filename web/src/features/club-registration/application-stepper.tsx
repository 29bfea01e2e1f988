import { useNavigate } from '@tanstack/react-router';
import { CircleAlert, Send, Users } from 'lucide-react';
import { useRef, useState } from 'react';
import { missingOf, stepsOf } from '#contract/club-registration/application-rules.ts';
import type { Application } from '#contract/club-registration/endpoints.ts';
import type { ApplicationStep } from '#contract/club-registration/limits.ts';
import { listSubmissions } from '#contract/approvals/calls.ts';
import { listApplications, submitApplication } from '#contract/club-registration/calls.ts';
import { LeaveGuard } from '../../kit/leave-guard.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useContinueKey } from '../../lib/continue-key.ts';
import { errorText } from '../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { useUser } from '../../lib/session-store.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Note } from '../../ui/note.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { SubmissionTimeline } from '../approvals/submission-timeline.tsx';
import type { AnswerNames } from '../forms/answer-field.tsx';
import { FormAnswer } from '../forms/form-answer.tsx';
import { ApplicationSummary, ChangesCard, DecidersCard } from './application-summary.tsx';
import { missingText } from './application-words.ts';
import { keepApplication, staleApplication } from './club-registration.data.ts';
import { DetailsStep } from './details-step.tsx';
import english from './messages/en.json';
import { OfficersStep } from './officers-step.tsx';
import { RosterStep } from './roster-step.tsx';
import { useApplicationDraft, type DraftOfficer } from './use-application-draft.ts';

addEnglish(english);

/** The steps of a registration or renewal. The user can leave each step, and its errors stay visible. */
export function ApplicationStepper({ application }: { application: Application }) {
  const messages = useMessages();
  const { t } = messages;
  const navigate = useNavigate();
  const work = useApplicationDraft(application);
  const me = useUser().uid;
  const { draft } = work;
  const steps = stepsOf(application);
  const asked = useSearch()['step'];
  const step = steps.find((one) => one === asked) ?? 'details';
  const [left, setLeft] = useState<ReadonlySet<ApplicationStep>>(new Set());
  const [names, setNames] = useState<AnswerNames>({
    files: application.files,
    people: application.people,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const officers = draft.officers.map((one) => ({
    ...one,
    ...replyOf(application, one, me),
  }));
  const now: Application = {
    ...application,
    ...draft,
    categories: [...draft.categories],
    removals: application.removals,
    officers,
  };
  const missing = missingOf(now);
  // The last step validates all steps.
  const isTried = (one: ApplicationStep) => left.has(one) || step === 'check';
  const missingPartsOf = (one: ApplicationStep) =>
    isTried(one) ? missing.filter((part) => part.step === one) : [];
  const go = (to: ApplicationStep) => {
    setLeft(new Set([...left, step]));
    void navigate({
      to: paths.clubApplication,
      params: { applicationId: application.id },
      search: to === 'details' ? {} : { step: to },
      replace: true,
      resetScroll: true,
    });
    requestAnimationFrame(() => heading.current?.focus());
  };
  const at = steps.indexOf(step);
  const next = steps[at + 1];
  const before = steps[at - 1];
  const submit = useAction(
    async () => {
      const version = await work.flush();
      return call(submitApplication, {
        id: application.id,
        version,
      });
    },
    {
      isQuiet: true,
      invalidates: [listApplications, listSubmissions],
      success: t('clubRegistration.submitted'),
      onSuccess: keepApplication,
    },
  );
  const send = () => {
    const first = missing[0];
    if (first === undefined) submit.run();
    else go(first.step);
  };
  useContinueKey(() => (next === undefined ? send() : go(next)));
  const { submission } = application;
  const isBack = application.state === 'changes_requested' || application.state === 'denied';
  return (
    <>
      <LeaveGuard isDirty={work.isDirty} />
      {isBack && submission !== null && (
        <SubmissionTimeline
          submission={{ ...submission, can: { ...submission.can, resubmit: false } }}
          stale={staleApplication}
          isShort
        />
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[13rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)_17rem]">
        <Stepper
          label={t('clubRegistration.steps')}
          selected={step}
          onSelect={go}
          steps={steps.map((id) => ({
            id,
            label: t(`clubRegistration.step_${id}`),
            note: t(`clubRegistration.note_${id}`),
            state:
              missingPartsOf(id).length > 0
                ? 'wrong'
                : left.has(id) && id !== step
                  ? 'done'
                  : 'open',
          }))}
        />
        <div className="grid min-w-0 gap-4">
          {work.error !== null && <SaveError work={work} />}
          <Card>
            <div className="grid gap-5">
              <div className="grid gap-1">
                <h2 ref={heading} tabIndex={-1} className="outline-none">
                  {t(`clubRegistration.ask_${step}`)}
                </h2>
                <p className="text-ink-2">
                  {t(
                    step === 'officers' && application.kind === 'renewal'
                      ? 'clubRegistration.hint_officersNext'
                      : `clubRegistration.hint_${step}`,
                  )}
                </p>
              </div>
              {missingPartsOf(step).length > 0 && step !== 'questions' && (
                <Failure>
                  {missingPartsOf(step)
                    .map((part) => missingText(messages, part, now))
                    .join(' ')}
                </Failure>
              )}
              {step === 'details' && <DetailsStep application={application} work={work} />}
              {step === 'officers' && <OfficersStep application={now} work={work} />}
              {step === 'roster' && application.club !== null && (
                <RosterStep club={application.club.id} officers={officers} work={work} />
              )}
              {step === 'questions' && (
                <FormAnswer
                  definition={application.form.definition}
                  answers={draft.answers}
                  onChange={(answers) => work.change({ answers })}
                  names={names}
                  onNames={setNames}
                  submit={t('clubRegistration.continue')}
                  onSubmit={() => go('check')}
                />
              )}
              {step === 'check' && missing.length > 0 && (
                <MissingParts application={now} missing={missing} onGo={go} />
              )}
              {submit.error !== null && step === 'check' && (
                <Failure>{errorText(submit.error, messages)}</Failure>
              )}
            </div>
          </Card>
          {step === 'check' && <ApplicationSummary application={now} />}
          <StepNavigation
            before={before}
            onGo={go}
            work={work}
            next={next}
            onSubmit={send}
            step={step}
            isSubmitting={submit.isPending}
          />
        </div>
        <div className="grid gap-4 lg:col-start-2 xl:col-start-auto">
          {application.kind === 'renewal' && <ChangesCard application={application} />}
          <DecidersCard application={application} />
        </div>
      </div>
    </>
  );
}

interface StepNavigationProps {
  before: ApplicationStep | undefined;
  onGo: (step: ApplicationStep) => void;
  work: ReturnType<typeof useApplicationDraft>;
  next: ApplicationStep | undefined;
  onSubmit: () => void;
  step: ApplicationStep;
  isSubmitting: boolean;
}

/** Moves between steps and submits the last one. Shows when the draft was saved. */
function StepNavigation({
  before,
  onGo,
  work,
  next,
  onSubmit,
  step,
  isSubmitting,
}: StepNavigationProps) {
  const { t, date } = useMessages();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <span className="flex items-center gap-3">
        {before !== undefined && (
          <Button onClick={() => onGo(before)}>{t('clubRegistration.back')}</Button>
        )}
        <span role="status" className="text-sm text-ink-2">
          {work.isPending
            ? t('clubRegistration.saving')
            : work.savedAt !== null &&
              t('clubRegistration.savedAt', { when: date(work.savedAt, 'moment') })}
        </span>
      </span>
      {next === undefined ? (
        <Button variant="primary" icon={Send} isPending={isSubmitting} onClick={onSubmit}>
          {t('clubRegistration.submit')}
        </Button>
      ) : (
        step !== 'questions' && (
          <Button variant="primary" onClick={() => onGo(next)}>
            {t('clubRegistration.continue')}
          </Button>
        )
      )}
    </div>
  );
}

/** Shown if the draft was not saved. If someone else changed it, the user can reload. */
function SaveError({ work }: { work: ReturnType<typeof useApplicationDraft> }) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <Note
      tone="warn"
      icon={work.isConflict ? Users : CircleAlert}
      title={t('clubRegistration.notSaved')}
      action={
        <Button size="sm" onClick={() => void (work.isConflict ? work.reload() : work.save())}>
          {t(work.isConflict ? 'clubRegistration.reload' : 'clubRegistration.again')}
        </Button>
      }
    >
      {errorText(work.error, messages)}
    </Note>
  );
}

interface MissingPartsProps {
  application: Application;
  missing: ReturnType<typeof missingOf>;
  onGo: (step: ApplicationStep) => void;
}

/** Everything that is missing, with links to the steps. */
function MissingParts({ application, missing, onGo }: MissingPartsProps) {
  const messages = useMessages();
  return (
    <ul className="grid gap-1">
      {missing.map((part) => (
        <li key={`${part.step} ${part.code} ${part.of}`}>
          <button
            type="button"
            onClick={() => onGo(part.step)}
            className="flex min-h-9 items-center gap-2 rounded-control text-start text-bad hover:underline touch:min-h-11"
          >
            <CircleAlert size={18} aria-hidden className="shrink-0" />
            {missingText(messages, part, application)}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Returns a person's reply to their position, as far as the server has it. */
const replyOf = (
  { officers }: Application,
  { person, position }: DraftOfficer,
  me: string,
): Pick<Application['officers'][number], 'state' | 'askedAt'> => {
  const known = officers.find((one) => one.person.uid === person.uid);
  return known?.position.id === position.id
    ? { state: known.state, askedAt: known.askedAt }
    : { state: person.uid === me ? 'accepted' : 'asked', askedAt: '' };
};

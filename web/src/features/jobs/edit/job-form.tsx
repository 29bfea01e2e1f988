import { useNavigate } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Call } from '#contract/call.ts';
import { newClientId } from '#contract/client-id.ts';
import { webAddress } from '#contract/clubs/limits.ts';
import { unfinishedQuestion } from '#contract/forms/form-rules.ts';
import type { Job } from '#contract/jobs/endpoints.ts';
import { createJob, updateJob } from '#contract/jobs/calls.ts';
import { jobKinds, jobLimits as limits, payPeriods, type JobKind } from '#contract/jobs/limits.ts';
import { dateFieldsOf } from '../../../kit/date-fields.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import { Form, FormError, useForm } from '../../../kit/form.tsx';
import { call } from '../../../lib/call.ts';
import { useMinWidth } from '../../../lib/media.ts';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog, preloadDialog } from '../../../ui/dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { FormBuilder } from '../../forms/form-builder.tsx';
import { staleJobs } from '../jobs.data.ts';
import { JobPreview } from './job-preview.tsx';
import {
  amountOf,
  changesOf,
  contentOf,
  draftOf,
  newDraft,
  type EditedJob,
  type JobDraft,
  type Poster,
} from './job-draft.ts';

/** Stores what the form sends. Employers have calls and pages of their own. */
export interface JobStore {
  create: (
    content: ReturnType<typeof contentOf> & { clientId: string; isDraft?: true },
    club: string,
  ) => Promise<StoredJob>;
  update: (job: EditedJob, changes: ReturnType<typeof changesOf>) => Promise<StoredJob>;
  /** Calls to repeat after a change. */
  stale: readonly Call[];
  /** The type of a new job. */
  kind?: JobKind;
  /** The page of a job. */
  to: typeof paths.job | typeof paths.employerJob;
}
type StoredJob = Pick<Job, 'id' | 'state'>;

const memberStore: JobStore = {
  create: (content, club) => call(createJob, { ...content, club: club === '' ? null : club }),
  update: ({ id, version }, changes) => call(updateJob, { id, version, ...changes }),
  stale: staleJobs,
  to: paths.job,
};

interface JobFormProps {
  /** The job to edit or copy. */
  job?: EditedJob;
  store?: JobStore;
  /** True if the user can open jobs without an approval. */
  isStaff?: boolean;
  isCopy?: boolean;
  posters: readonly Poster[];
  club?: string | undefined;
  currency: string;
}

const { TextField, TextArea, Select, RadioGroup, Switch, OwnField } = fieldsOf<JobDraft>();
const { DatePicker, DateTimeField } = dateFieldsOf<JobDraft>();

const isAddress = (text: string): boolean => webAddress.test(text.trim());

/** The form of a job on one page, with a preview. */
export function JobForm({
  job,
  isCopy = false,
  posters,
  club,
  currency,
  store = memberStore,
  isStaff = false,
}: JobFormProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const hasAside = useMinWidth('xl');
  const [isPreviewing, setPreviewing] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const [clientId] = useState(newClientId);
  const isDraft = useRef(false);
  const [stored] = useState<JobDraft>(() =>
    job === undefined
      ? newDraft({ club: club ?? posters[0]?.id ?? '', currency, kind: store.kind })
      : draftOf(job, currency, isCopy),
  );
  const edited = job === undefined || isCopy ? null : job;
  const form = useForm<JobDraft, StoredJob>({
    defaultValues: stored,
    validate: (draft) => {
      const unfinished =
        draft.apply === 'link' || draft.questions.questions.length === 0
          ? null
          : unfinishedQuestion(draft.questions);
      setWrong(unfinished);
      const wrongAmount = (text: string) =>
        text.trim() !== '' && amountOf(text, draft.currency) === null
          ? t('jobs.amountWrong')
          : undefined;
      return {
        title: draft.title.trim() === '' ? t('jobs.titleMissing') : undefined,
        description: draft.description.trim() === '' ? t('jobs.descriptionMissing') : undefined,
        payMin:
          draft.payMin.trim() === '' && draft.payMax.trim() !== ''
            ? t('jobs.amountWrong')
            : wrongAmount(draft.payMin),
        payMax: wrongAmount(draft.payMax),
        closesAt: draft.closesAt === null ? t('jobs.closingMissing') : undefined,
        url: draft.apply === 'link' && !isAddress(draft.url) ? t('jobs.urlWrong') : undefined,
        questions: unfinished === null ? undefined : t('error.form_incomplete'),
      };
    },
    errorFields: {
      job_closing: 'closesAt',
      job_dates: 'endsOn',
      job_pay: 'payMax',
      form_incomplete: 'questions',
    },
    save: (draft) =>
      edited === null
        ? store.create(
            { clientId, ...contentOf(draft), ...(isDraft.current && { isDraft: true as const }) },
            draft.club,
          )
        : store.update(edited, changesOf(draft, stored)),
    invalidates: store.stale,
    success: ({ state }) =>
      t(
        edited !== null && state === edited.state
          ? 'jobs.changesSaved'
          : state === 'draft'
            ? 'jobs.draftSaved'
            : state === 'open'
              ? 'jobs.opened'
              : 'jobs.submitted',
      ),
    // The form has just been saved, but the guard learns of it only when it renders again.
    onSuccess: ({ id }) =>
      navigate({ to: store.to, params: { jobId: id }, replace: true, ignoreBlocker: true }),
  });
  const { values } = form;
  const isForSchool = values.club === '';
  return (
    <div className={hasAside ? 'grid grid-cols-[minmax(0,1fr)_28rem] items-start gap-6' : ''}>
      <Form form={form} isGuarded className="grid min-w-0 gap-5">
        {edited?.state === 'open' && !isStaff && (
          <Note tone="warn" title={t('jobs.editOpen')}>
            {t('jobs.editOpenBody')}
          </Note>
        )}
        <Card title={t('jobs.partJob')}>
          <div className="grid gap-5">
            {posters.length > 1 && edited === null && (
              <Select
                name="club"
                label={t('jobs.poster')}
                options={posters.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
            {isForSchool && (
              <TextField
                name="employer"
                label={t('jobs.employer')}
                description={t('jobs.employerHelp')}
                maxLength={limits.employer}
              />
            )}
            <TextField name="title" label={t('jobs.name')} maxLength={limits.title} />
            <Select
              name="kind"
              label={t('jobs.kind')}
              options={jobKinds.map((value) => ({ value, label: t(`jobs.kind_${value}`) }))}
            />
            <TextArea
              name="description"
              label={t('jobs.description')}
              rows={6}
              maxLength={limits.description}
            />
            <TextArea
              name="requirements"
              label={t('jobs.requirements')}
              rows={3}
              maxLength={limits.requirements}
            />
          </div>
        </Card>
        <Card title={t('jobs.partTerms')}>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField
              name="payMin"
              label={t('jobs.payMin', { currency: values.currency })}
              inputMode="decimal"
              dir="ltr"
              maxLength={18}
            />
            <TextField
              name="payMax"
              label={t('jobs.payMax', { currency: values.currency })}
              inputMode="decimal"
              dir="ltr"
              maxLength={18}
            />
            <Select
              name="payPer"
              label={t('jobs.payPer')}
              options={payPeriods.map((value) => ({ value, label: t(`jobs.per_${value}`) }))}
            />
            <TextField
              name="hours"
              label={t('jobs.factHours')}
              placeholder={t('jobs.hoursExample')}
              maxLength={limits.hours}
            />
            <TextField name="place" label={t('jobs.place')} maxLength={limits.place} />
            <DateTimeField name="closesAt" label={t('jobs.closesAt')} />
            <DatePicker name="startsOn" label={t('jobs.startsOn')} />
            <DatePicker name="endsOn" label={t('jobs.endsOn')} />
          </div>
        </Card>
        <Card title={t('jobs.partApply')}>
          <div className="grid gap-5">
            <RadioGroup
              name="apply"
              label={t('jobs.applyHow')}
              options={[
                { value: 'here', label: t('jobs.applyHere') },
                { value: 'link', label: t('jobs.applyElsewhere') },
              ]}
            />
            {values.apply === 'link' ? (
              <TextField
                name="url"
                label={t('jobs.url')}
                type="url"
                dir="ltr"
                placeholder="https://"
                maxLength={limits.url}
              />
            ) : (
              <>
                <Switch
                  name="asksFiles"
                  label={t('jobs.asksFiles')}
                  description={t('jobs.asksFilesHelp')}
                />
                <OwnField name="questions">
                  {({ value, error, onChange }) => (
                    <div className="grid gap-2">
                      <h3 className="text-base!">{t('jobs.questions')}</h3>
                      <FormBuilder
                        definition={value}
                        isAnonymous={false}
                        isAnswered={(edited?.applicants ?? 0) > 0}
                        isNarrow
                        wrong={wrong}
                        onChange={onChange}
                      />
                      {error !== undefined && (
                        <p role="alert" className="text-sm text-bad">
                          {error}
                        </p>
                      )}
                    </div>
                  )}
                </OwnField>
              </>
            )}
          </div>
        </Card>
        <FormError form={form} />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            type="submit"
            variant="primary"
            isPending={form.isPending}
            onClick={() => {
              isDraft.current = false;
            }}
          >
            {t(edited !== null ? 'jobs.saveChanges' : isStaff ? 'jobs.openNow' : 'jobs.submit')}
          </Button>
          {edited === null && (
            <Button
              type="submit"
              onClick={() => {
                isDraft.current = true;
              }}
            >
              {t('jobs.saveDraft')}
            </Button>
          )}
          {!hasAside && (
            <Button icon={Eye} onPointerEnter={preloadDialog} onClick={() => setPreviewing(true)}>
              {t('jobs.preview')}
            </Button>
          )}
          {edited === null && !isStaff && (
            <p className="basis-full text-sm text-ink-2">{t('jobs.approvalNote')}</p>
          )}
        </div>
      </Form>
      {hasAside && (
        <aside aria-label={t('jobs.preview')} className="sticky top-[calc(var(--top-bar)+1.5rem)]">
          <Card title={t('jobs.preview')}>
            <JobPreview draft={values} posters={posters} />
          </Card>
        </aside>
      )}
      <Dialog
        title={t('jobs.preview')}
        isOpen={isPreviewing && !hasAside}
        onClose={() => setPreviewing(false)}
      >
        <JobPreview draft={values} posters={posters} />
      </Dialog>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { GraduationCap } from 'lucide-react';
import type { AuthenticatedUser } from '#contract/people/endpoints.ts';
import { updateProfile } from '#contract/people/calls.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormError, useForm } from '../../kit/form.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { storeUser, useUser } from '../../lib/session-store.ts';
import { Chip } from '../../ui/chip.tsx';
import { lengthOf, parseHtml, writeHtml } from '../rich-text/rich-document.ts';
import { changeOf, draftOf, limits } from '../profile/profile-draft.ts';
import { optionsQuery } from '../profile/profile-options.data.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';

interface Draft {
  about: string;
  interests: readonly string[];
  lookingFor: readonly string[];
}

const { TextArea } = fieldsOf<Draft>();
const { TagField } = ariaFieldsOf<Draft>();
const aboutMax = 300;
const offered = { interests: 14, lookingFor: 8 } as const;

/** Returns a text as the HTML of a bio. */
const bioOf = (text: string): string =>
  text.trim() === '' ? '' : writeHtml([{ kind: 'p', line: [{ text: text.trim() }] }]);

/** What the person studies, with interests that others and clubs have. */
export function AboutStep(props: StepProps) {
  const { t } = useMessages();
  const user = useUser();
  const school = useSchool();
  const options = useQuery(optionsQuery()).data;
  const saved = draftOf(user);
  // A bio with formatting is edited in Settings.
  const hasBio = lengthOf(parseHtml(saved.bio)) > 0;
  const form = useForm<Draft, AuthenticatedUser | null>({
    defaultValues: { about: '', interests: saved.interests, lookingFor: saved.lookingFor },
    async save({ about, interests, lookingFor }) {
      const bio = hasBio ? saved.bio : bioOf(about);
      const change = changeOf({ ...saved, bio, interests, lookingFor }, saved);
      return change === null ? null : call(updateProfile, change);
    },
    onSuccess(next) {
      if (next !== null) storeUser(next);
      props.onNext();
    },
    invalidates: 'all',
  });
  const { values } = form;
  const studies = [
    user.major,
    user.yearOfGraduation && t('start.class', { year: String(user.yearOfGraduation) }),
  ].filter(Boolean);
  const isDone =
    values.interests.length > 0 || values.lookingFor.length > 0 || values.about.trim() !== '';
  return (
    <Form form={form} className="flex flex-1 flex-col">
      <StepFrame
        {...props}
        title={t('start.aboutTitle')}
        lead={t('start.aboutBody')}
        isDone={isDone}
        isPending={form.isPending || props.isPending}
        isSubmit
      >
        <div className="grid gap-6">
          {studies.length > 0 && (
            <div className="flex items-center gap-3 rounded-card border border-line bg-canvas p-4">
              <GraduationCap
                size={24}
                strokeWidth={1.75}
                aria-hidden
                className="shrink-0 text-brand-text"
              />
              <p className="min-w-0">
                <span className="block font-bold" dir="auto">
                  {studies.join(' • ')}
                </span>
                <span className="text-sm text-ink-2">
                  {t('start.fromRecords', { school: school.name })}
                </span>
              </p>
            </div>
          )}
          <div className="grid gap-3">
            <TagField
              name="interests"
              label={t('start.interests')}
              options={options?.interests ?? []}
              max={limits.listItems}
              maxLength={limits.listItem}
              placeholder={t('start.interestsHint')}
            />
            <Quick
              label={t('start.popular')}
              options={options?.interests ?? []}
              count={offered.interests}
              values={values.interests}
              onChange={(next) => form.fields.setValue('interests', next, { shouldDirty: true })}
            />
          </div>
          <div className="grid gap-2">
            <p className="text-sm font-bold">{t('start.lookingFor')}</p>
            <Quick
              label={t('start.lookingFor')}
              options={options?.lookingFor ?? []}
              count={offered.lookingFor}
              values={values.lookingFor}
              keepsChosen
              onChange={(next) => form.fields.setValue('lookingFor', next, { shouldDirty: true })}
            />
          </div>
          {!hasBio && (
            <TextArea
              name="about"
              label={t('start.about')}
              placeholder={t('start.aboutHint')}
              rows={3}
              maxLength={aboutMax}
            />
          )}
          <FormError form={form} />
        </div>
      </StepFrame>
    </Form>
  );
}

interface QuickProps {
  label: string;
  options: readonly string[];
  /** The number of options to show. */
  count: number;
  values: readonly string[];
  /** True if chosen values stay in the list. Otherwise a field shows them. */
  keepsChosen?: boolean;
  onChange: (values: readonly string[]) => void;
}

/** Frequent values that a press adds or removes. */
function Quick({ label, options, count, values, keepsChosen = false, onChange }: QuickProps) {
  const own = keepsChosen ? values.filter((value) => !options.slice(0, count).includes(value)) : [];
  const shown = [...own, ...options.slice(0, count)].filter(
    (value) => keepsChosen || !values.includes(value),
  );
  if (shown.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {shown.map((value) => {
        const isOn = values.includes(value);
        return (
          <li key={value} className="max-w-full">
            <Chip
              isOn={isOn}
              aria-pressed={isOn}
              onClick={() =>
                onChange(isOn ? values.filter((one) => one !== value) : [...values, value])
              }
            >
              <bdi>{value}</bdi>
            </Chip>
          </li>
        );
      })}
    </ul>
  );
}

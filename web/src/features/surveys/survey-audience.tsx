import { ShieldCheck } from 'lucide-react';
import { formLimits } from '#contract/forms/limits.ts';
import type { SurveySettings } from '#contract/surveys/endpoints.ts';
import { surveyAudiences, surveyLimits } from '#contract/surveys/limits.ts';
import { useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DateTimeField } from '../../ui/date-field.tsx';
import { Note } from '../../ui/note.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import type { SurveyWork } from './use-survey-draft.ts';

/** The audience and schedule of a survey, and whether it is anonymous. */
export function SurveyAudience({ settings, work }: { settings: SurveySettings; work: SurveyWork }) {
  const { t } = useMessages();
  const { draft, change } = work;
  return (
    <div className="grid max-w-3xl gap-4">
      <Card title={t('surveys.about')}>
        <div className="grid gap-5">
          <TextField
            label={t('surveys.name')}
            value={draft.title}
            maxLength={surveyLimits.title}
            error={draft.title.trim() === '' ? t('surveys.untitled') : undefined}
            onChange={(title) => change({ title })}
          />
          <TextArea
            label={t('surveys.description')}
            rows={3}
            value={draft.description}
            maxLength={surveyLimits.description}
            onChange={(description) => change({ description })}
          />
        </div>
      </Card>
      <AudienceCard settings={settings} work={work} />
      <ServiceCard settings={settings} work={work} />
      <Card title={t('surveys.when')}>
        <div className="grid gap-5">
          <DateTimeField
            label={t('surveys.opensAt')}
            description={t('surveys.opensAtBody')}
            value={draft.opensAt}
            onChange={(opensAt) => change({ opensAt })}
          />
          <DateTimeField
            label={t('surveys.closesAt')}
            description={t('surveys.closesAtBody')}
            value={draft.closesAt}
            onChange={(closesAt) => change({ closesAt })}
          />
          <NumberField
            label={t('surveys.limit')}
            description={t('surveys.limitBody')}
            value={draft.answerLimit}
            min={1}
            max={formLimits.answers}
            onChange={(answerLimit) => change({ answerLimit })}
          />
        </div>
      </Card>
    </div>
  );
}

function AudienceCard({ settings, work }: { settings: SurveySettings; work: SurveyWork }) {
  const { t, list } = useMessages();
  const { draft, change } = work;
  // A changed audience could reveal which responses came later.
  const isFixed = settings.isAnonymous && settings.state !== 'draft';
  const tags = [...new Set([...settings.clubTags, ...draft.tags])];
  return (
    <Card title={t('surveys.who')}>
      <div className="grid gap-4">
        {isFixed ? (
          <p>{t(`surveys.audience_${draft.audience}`)}</p>
        ) : (
          <RadioGroup
            label={t('surveys.audience')}
            isLabelHidden
            value={draft.audience}
            options={surveyAudiences.map((value) => ({
              value,
              label: t(`surveys.audience_${value}`),
            }))}
            onChange={(audience) => change({ audience })}
          />
        )}
        {isFixed && draft.audience === 'tags' && <p className="text-ink-2">{list(draft.tags)}</p>}
        {!isFixed &&
          draft.audience === 'tags' &&
          (tags.length === 0 ? (
            <p className="text-sm text-ink-2">{t('surveys.tagsNone')}</p>
          ) : (
            <fieldset className="grid">
              <legend className="mb-1 text-sm font-bold">{t('surveys.tags')}</legend>
              {tags.map((tag) => (
                <Checkbox
                  key={tag}
                  label={tag}
                  isChecked={draft.tags.includes(tag)}
                  onChange={(isOn) =>
                    change({
                      tags: isOn ? [...draft.tags, tag] : draft.tags.filter((one) => one !== tag),
                    })
                  }
                />
              ))}
            </fieldset>
          ))}
        <div className="border-t border-line pt-4">
          <Switch
            label={t('surveys.anonymous')}
            description={t(
              settings.state === 'draft' ? 'surveys.anonymousSwitch' : 'surveys.anonymousFixed',
            )}
            isOn={draft.isAnonymous}
            isDisabled={settings.state !== 'draft'}
            onChange={(isAnonymous) =>
              change({ isAnonymous, ...(isAnonymous && { service: null }) })
            }
          />
        </div>
        {draft.isAnonymous && (
          <Note icon={ShieldCheck} title={t('surveys.anonymousTitle')}>
            {t('surveys.anonymousOfficer')}
          </Note>
        )}
      </div>
    </Card>
  );
}

/** Adds responses to co-curricular records, and selects the question that asks for the hours. */
function ServiceCard({
  settings: { kinds },
  work,
}: {
  settings: SurveySettings;
  work: SurveyWork;
}) {
  const { t } = useMessages();
  const {
    draft: { service, isAnonymous, definition },
    change,
  } = work;
  const [kind] = kinds;
  if (kind === undefined) return null;
  const questions = definition.questions.filter((question) => question.kind === 'number');
  const [first] = questions;
  const isGone = service !== null && !questions.some(({ id }) => id === service.question);
  return (
    <Card title={t('surveys.service')}>
      <div className="grid gap-4">
        <Switch
          label={t('surveys.serviceSwitch')}
          description={t(
            isAnonymous
              ? 'surveys.serviceAnonymous'
              : first === undefined && service === null
                ? 'surveys.serviceNoQuestion'
                : 'surveys.serviceBody',
          )}
          isOn={service !== null}
          isDisabled={isAnonymous || (first === undefined && service === null)}
          onChange={(isOn) =>
            change({
              service: isOn && first !== undefined ? { kind: kind.id, question: first.id } : null,
            })
          }
        />
        {service !== null && (
          <>
            <Select
              label={t('surveys.serviceKind')}
              value={service.kind}
              options={kinds.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(one) => change({ service: { ...service, kind: one } })}
            />
            <Select
              label={t('surveys.serviceQuestion')}
              value={isGone ? '' : service.question}
              error={isGone ? t('error.survey_service_question') : undefined}
              options={[
                ...(isGone ? [{ value: '', label: '' }] : []),
                ...questions.map(({ id, title }) => ({
                  value: id,
                  label: title || t('surveys.untitledShort'),
                })),
              ]}
              onChange={(question) => change({ service: { ...service, question } })}
            />
          </>
        )}
      </div>
    </Card>
  );
}

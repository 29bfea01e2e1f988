import type { Survey, SurveyItem, SurveySettings } from '#contract/surveys/endpoints.ts';
import { formUploads, type DraftRow } from '../forms/forms.queries.ts';
import { faceView } from '../people/people.views.ts';
import { closedCode, shownCount } from '../forms/forms.rules.ts';
import type { Signer } from '../uploads/upload-address.ts';
import { uploadView } from '../uploads/uploads.views.ts';
import type { SurveyRow } from './surveys.queries.ts';
import { answerState, isClubWritable, isRemindable } from './surveys.rules.ts';

/** The viewer of a survey. */
export interface SurveyReader {
  readonly now: Date;
  readonly canManage: boolean;
}

export const surveyItemView = (row: SurveyRow, { now, canManage }: SurveyReader): SurveyItem => {
  const mine = answerState(row, now);
  return {
    id: String(row.id),
    title: row.title,
    description: row.description,
    state: row.state,
    isAnonymous: row.is_anonymous,
    opensAt: row.opens_at?.toISOString() ?? null,
    closesAt: row.closes_at?.toISOString() ?? null,
    audience: row.audience,
    answers: shownCount(row),
    takesAnswers: closedCode(row, now) === null && isClubWritable(row),
    mine,
    can: { answer: mine === 'open' && isClubWritable(row), manage: canManage },
  };
};

export const clubOf = (row: SurveyRow) => ({ id: String(row.club_id), name: row.club_name });

export const surveyView = (
  signer: Signer,
  row: SurveyRow,
  reader: SurveyReader,
  draft: DraftRow | undefined,
): Survey => ({
  ...surveyItemView(row, reader),
  club: clubOf(row),
  serviceKind: row.is_anonymous ? null : row.service_kind,
  revision: row.revision,
  definition: row.definition,
  draft:
    draft === undefined ? null : { answers: draft.answers, savedAt: draft.saved_at.toISOString() },
  files: (draft?.files ?? []).map((file) =>
    uploadView(signer, { kind: formUploads.kind, holder: row.form_id }, file),
  ),
  people: (draft?.people ?? []).map(faceView),
});

export const surveySettingsView = (
  row: SurveyRow,
  reader: SurveyReader,
  club: { audienceSize: number | null; tags: string[]; kinds: { id: number; name: string }[] },
): SurveySettings => ({
  ...surveyItemView(row, reader),
  can: { ...surveyItemView(row, reader).can, remind: isRemindable(row, reader.now) },
  remindedAt: row.reminded_at?.toISOString() ?? null,
  club: clubOf(row),
  version: row.version,
  revision: row.revision,
  definition: row.definition,
  tags: row.tags,
  answerLimit: row.answer_limit,
  service:
    row.service_type_id === null || row.service_question === null
      ? null
      : { kind: String(row.service_type_id), question: row.service_question },
  kinds: club.kinds.map(({ id, name }) => ({ id: String(id), name })),
  audienceSize: club.audienceSize,
  clubTags: club.tags,
});

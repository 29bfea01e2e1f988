import { addProvider } from '#contract/sso/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { setupQuery } from './sso.data.ts';

const kinds = ['oidc', 'saml', 'saml-file'] as const;

interface Draft {
  kind: (typeof kinds)[number];
  name: string;
  issuer: string;
  metadataUrl: string;
  metadata: string;
}
const { TextField, TextArea, Select } = fieldsOf<Draft>();

/** The source field of each type of provider. */
const sources = { oidc: 'issuer', saml: 'metadataUrl', 'saml-file': 'metadata' } as const;

const add = ({ kind, name, issuer, metadataUrl, metadata }: Draft, clientId: string) =>
  call(
    addProvider,
    kind === 'oidc'
      ? { clientId, kind, name, issuer }
      : kind === 'saml'
        ? { clientId, kind, name, metadataUrl }
        : { clientId, kind, name, metadata },
  );

const code = { dir: 'ltr', inputMode: 'url', autoCapitalize: 'none', spellCheck: false } as const;

/** Asks for type and metadata. The provider's card then shows the loaded metadata. */
export function AddProviderDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  return (
    <FormDialog<Draft>
      title={t('signOn.add')}
      submitLabel={t('signOn.read')}
      defaultValues={{ kind: 'oidc', name: '', issuer: '', metadataUrl: '', metadata: '' }}
      isComplete={(draft) => draft.name.trim() !== '' && draft[sources[draft.kind]].trim() !== ''}
      save={add}
      invalidates={[setupQuery().queryKey]}
      onClose={onClose}
    >
      {({ kind }) => (
        <>
          <Select
            name="kind"
            label={t('signOn.kind')}
            options={kinds.map((value) => ({ value, label: t(`signOn.kind_${value}`) }))}
          />
          <TextField
            name="name"
            label={t('signOn.name')}
            description={t('signOn.nameHint')}
            maxLength={60}
          />
          {kind === 'oidc' && (
            <TextField
              name="issuer"
              label={t('signOn.issuer')}
              description={t('signOn.issuerHint')}
              {...code}
            />
          )}
          {kind === 'saml' && (
            <TextField
              name="metadataUrl"
              label={t('signOn.metadataUrl')}
              description={t('signOn.metadataUrlHint')}
              {...code}
            />
          )}
          {kind === 'saml-file' && (
            <TextArea name="metadata" label={t('signOn.metadataXml')} dir="ltr" rows={8} />
          )}
        </>
      )}
    </FormDialog>
  );
}

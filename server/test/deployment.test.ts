import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

/* Checks that the deployment files agree with each other and with the product. `npm run deploy-check` starts compose.yaml. */

const text = (name: string): string => readFileSync(name, 'utf8');

interface Container {
  readonly name: string;
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly [probe: string]: unknown;
}
interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Record<string, string>;
  readonly spec?: {
    readonly selector?: { readonly matchLabels?: object } & Record<string, unknown>;
    readonly template?: {
      readonly metadata: { readonly labels: object };
      readonly spec: {
        readonly containers: readonly Container[];
        readonly securityContext?: { readonly runAsUser: number };
        readonly terminationGracePeriodSeconds?: number;
      };
    };
    readonly ports?: readonly { readonly targetPort?: string; readonly port: number }[];
    readonly rules?: readonly {
      readonly host: string;
      readonly http: {
        readonly paths: readonly {
          readonly path: string;
          readonly backend: { readonly service: { readonly name: string } };
        }[];
      };
    }[];
    readonly tls?: readonly { readonly hosts: readonly string[] }[];
  };
}

const documents = parseAllDocuments(text('deploy/kubernetes/commons.yaml'));
const resources = documents.map((one) => one.toJS() as Resource);
const find = (kind: string, name: string): Resource => {
  const found = resources.find((one) => one.kind === kind && one.metadata.name === name);
  if (found === undefined) throw new Error(`${kind} ${name} is missing.`);
  return found;
};
/** The settings that docs/start.md documents. */
const settings = new Set(
  [...text('docs/start.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name),
);

interface Service {
  readonly environment?: Record<string, string>;
  readonly depends_on?: Record<string, { readonly condition: string }>;
  readonly volumes?: readonly string[];
  readonly healthcheck?: unknown;
}
const compose = parse(text('compose.yaml')) as {
  readonly services: Record<string, Service>;
  readonly volumes: Record<string, null>;
};

test('the Kubernetes manifests are valid YAML, and their labels, ports, hosts and services match', () => {
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  for (const name of ['commons-server', 'commons-valkey']) {
    const { spec } = find('Deployment', name);
    expect(spec?.selector?.matchLabels).toEqual(spec?.template?.metadata.labels);
    const service = find('Service', name);
    expect(service.spec?.selector).toEqual(spec?.template?.metadata.labels);
    const ports = spec?.template?.spec.containers.flatMap((one) =>
      one.ports.map((port) => port.name),
    );
    expect(ports).toEqual(service.spec?.ports?.map(({ targetPort }) => targetPort));
  }
  const { spec } = find('Ingress', 'commons');
  expect(spec?.rules?.map(({ host }) => host)).toEqual(spec?.tls?.flatMap(({ hosts }) => hosts));
  for (const { http } of spec?.rules ?? []) {
    const closed = http.paths.filter(({ backend }) => backend.service.name === 'commons-closed');
    expect(closed.map(({ path }) => path)).toEqual([
      '/metrics',
      '/readyz',
      '/certificate-hosts',
      '/cell-hosts',
    ]);
    for (const { backend } of http.paths) find('Service', backend.service.name);
  }
});

test("the manifests and compose.yaml use only documented settings, and the pod runs as the image's user", () => {
  const { data = {} } = find('ConfigMap', 'commons');
  const { environment = {} } = compose.services['server'] ?? {};
  const secrets = /secrets\.env has (.+)\.$/m.exec(text('deploy/kubernetes/commons.yaml'))?.[1];
  for (const name of [
    ...Object.keys(data),
    ...Object.keys(environment),
    ...(secrets?.split(/, | and /) ?? ['no secrets']),
  ])
    expect([name, settings.has(name)]).toEqual([name, true]);
  const user = /useradd .*--uid (\d+)/.exec(text('deploy/Containerfile'))?.[1];
  const pod = find('Deployment', 'commons-server').spec?.template?.spec;
  expect(pod?.securityContext?.runAsUser).toBe(Number(user));
  expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(Number(data['DRAIN_SECONDS']) + 30);
});

test('each compose service that other services depend on has a health check', () => {
  const { services, volumes } = compose;
  for (const [name, { depends_on: needed = {}, volumes: mounts = [] }] of Object.entries(
    services,
  )) {
    for (const [other, { condition }] of Object.entries(needed)) {
      expect([name, other, condition]).toEqual([name, other, 'service_healthy']);
      expect([other, services[other]?.healthcheck !== undefined]).toEqual([other, true]);
    }
    for (const mount of mounts) {
      const [from = ''] = mount.split(':');
      if (/^\w+$/.test(from)) expect([name, from in volumes]).toEqual([name, true]);
    }
  }
  // Each variable without a default is in .env.example.
  const example = text('.env.example');
  for (const [, name] of text('compose.yaml').matchAll(/\$\{([A-Z_]+):\?\}/g))
    expect([name, new RegExp(`^${name}=`, 'm').test(example)]).toEqual([name, true]);
});

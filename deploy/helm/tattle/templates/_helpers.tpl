{{/* The names of this release: `tattle` for one of that name, otherwise `RELEASE-tattle`. */}}
{{- define "tattle.name" -}}
{{- if contains "tattle" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-tattle" (.Release.Name | trunc 43 | trimSuffix "-") }}{{ end }}
{{- end }}

{{/* Whether the processes have pods of their own: "true" or nothing. */}}
{{- define "tattle.separate" -}}
{{- if or .Values.postgres.url (and .Values.existingSecret .Values.existingSecretHasDatabase) }}true{{ end }}
{{- end }}

{{/* Labels by which pods are found. Takes a list: the root, and which process. */}}
{{- define "tattle.selector" -}}
app.kubernetes.io/name: tattle
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "tattle.match" -}}
{{ include "tattle.selector" . | fromYaml | toJson }}
{{- end }}

{{- define "tattle.labels" -}}
{{ include "tattle.selector" . }}
app.kubernetes.io/version: {{ (index . 0).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
helm.sh/chart: {{ printf "%s-%s" (index . 0).Chart.Name (index . 0).Chart.Version }}
{{- end }}

{{- define "tattle.image" -}}
{{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) }}
{{- end }}

{{/* The address of `app` or `checkIn`: as set, or by its host. Takes a list: the root, the address, the name of the host, a port. */}}
{{- define "tattle.url" -}}
{{- $root := index . 0 }}{{ $host := index . 2 }}
{{- if index . 1 }}{{ index . 1 }}
{{- else if $root.Values.ingress.enabled }}{{ printf "http%s://%s" (ternary "s" "" (ne $root.Values.ingress.tlsSecretName "")) (get $root.Values.ingress $host) }}
{{- else if $root.Values.gateway.enabled }}{{ printf "https://%s" (get $root.Values.gateway $host) }}
{{- else }}{{ printf "http://localhost:%v" (index . 3) }}
{{- end }}
{{- end }}

{{- define "tattle.secret" -}}
{{ .Values.existingSecret | default (include "tattle.name" .) }}
{{- end }}

{{- define "tattle.hasSecret" -}}
{{- if or .Values.existingSecret .Values.authSecret .Values.postgres.url .Values.redis.url }}true{{ end }}
{{- end }}

{{/* Where a process reads its settings. */}}
{{- define "tattle.envFrom" -}}
- configMapRef: { name: {{ include "tattle.name" . }} }
{{- if include "tattle.hasSecret" . }}
- secretRef: { name: {{ include "tattle.secret" . }} }
{{- end }}
{{- end }}

{{/* What all pods have in common. */}}
{{- define "tattle.pod" -}}
{{- $root := index . 0 -}}
# Otherwise a Service named `worker` would set WORKER_PORT=tcp://…, and the process exits.
enableServiceLinks: false
# Only the watcher uses the Kubernetes API.
automountServiceAccountToken: {{ eq (index . 1) "watcher" }}
# OnRootMismatch: Postgres refuses a folder that a later mount opened to the group.
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
affinity:
  podAntiAffinity:
    preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 100
        podAffinityTerm:
          topologyKey: kubernetes.io/hostname
          labelSelector: { matchLabels: {{ include "tattle.match" . }} }
{{- end }}

{{- define "tattle.container" -}}
image: {{ include "tattle.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }
{{- end }}

{{/* Until `startupProbe` succeeds, neither of the others runs: a slow start isn't a hang. Takes the port that answers. */}}
{{- define "tattle.probes" -}}
startupProbe: { httpGet: { path: /healthz, port: {{ . }} }, periodSeconds: 2, timeoutSeconds: 10, failureThreshold: 60 }
# Restarts a process that hangs.
livenessProbe: { httpGet: { path: /healthz, port: {{ . }} }, periodSeconds: 10, timeoutSeconds: 10, failureThreshold: 3 }
# Takes a process that can't work out of the balancer.
readinessProbe: { httpGet: { path: /readyz, port: {{ . }} }, periodSeconds: 5, timeoutSeconds: 5, failureThreshold: 2 }
{{- end }}

{{- define "tattle.podMetadata" -}}
labels: {{ include "tattle.labels" . | nindent 2 }}
{{- with (index . 0).Values.podLabels }}
  {{- toYaml . | nindent 2 }}
{{- end }}
annotations:
  # A change of the settings restarts the pods.
  tattle/settings: {{ include (print (index . 0).Template.BasePath "/settings.yaml") (index . 0) | sha256sum }}
{{- with (index . 0).Values.podAnnotations }}
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "tattle.claim" -}}
metadata: { name: data }
spec:
  accessModes: [ReadWriteOnce]
  {{- with (index . 0).Values.storageClassName }}
  storageClassName: {{ . }}
  {{- end }}
  resources: { requests: { storage: {{ index . 1 }} } }
{{- end }}

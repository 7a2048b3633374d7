/** Links to the configuration of a case as files. Not of Next.js, which would take a file for a page. */
export const Downloads = ({ caseId }: { caseId: string }) => (
  <div className="flex flex-wrap gap-2">
    {[
      ["yaml", "Download YAML"],
      ["json", "Download JSON"],
    ].map(([format, label]) => (
      <a
        key={format}
        href={`/${caseId}/settings/configuration/file?format=${format}`}
        download
        className="inline-flex h-8 items-center rounded-md border border-line bg-surface px-3 text-sm font-medium text-ink hover:bg-surface-quiet"
      >
        {label}
      </a>
    ))}
  </div>
);

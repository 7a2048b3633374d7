import { Saved, Submit } from "@/components/ui/form";

export const Save = () => (
  <div className="flex items-center gap-3">
    <Submit busy="Saving…">Save</Submit>
    <Saved />
  </div>
);

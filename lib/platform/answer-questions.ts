const { parentPort } = process.getBuiltinModule("node:worker_threads");

/** Makes this thread answer the questions of a `SharedThread`. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Answer): void {
  parentPort?.on("message", ({ id, question }: { id: number; question: Question }) =>
    parentPort.postMessage({ id, answer: answer(question) }),
  );
}

package lab;

import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.common.typeutils.base.VoidSerializer;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.streaming.api.functions.sink.TwoPhaseCommitSinkFunction;

/** Flink's two-phase commit. Only the package of its base class differs between Flink 1.20 and 2. */
final class TransactionSink extends TwoPhaseCommitSinkFunction<Tuple4<String, Long, Integer, Integer>, String, Void> {
    private static final long serialVersionUID = 1L;

    TransactionSink() {
        super(StringSerializer.INSTANCE, VoidSerializer.INSTANCE);
    }

    private int attempt() {
        return getRuntimeContext().getTaskInfo().getAttemptNumber();
    }

    @Override
    protected String beginTransaction() {
        return Outside.begin(attempt());
    }

    @Override
    protected void invoke(String transaction, Tuple4<String, Long, Integer, Integer> result, Context context) {
        Outside.write(attempt(), transaction, result);
    }

    @Override
    protected void preCommit(String transaction) {
        Outside.prepare(attempt(), transaction);
    }

    @Override
    protected void commit(String transaction) {
        Outside.commit(attempt(), transaction);
    }

    @Override
    protected void abort(String transaction) {
        Outside.abort(attempt(), transaction);
    }
}
